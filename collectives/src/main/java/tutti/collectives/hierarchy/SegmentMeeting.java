package tutti.collectives.hierarchy;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.SharedBuffers;
import tutti.collectives.shm.SharedSegments;
import tutti.serialization.DirectBuffer;

/**
 * One member of each process meets those of other processes in memory that they share, when all of its own process have
 * arrived.
 *
 * <p>It is the last to arrive, so that none waits for another thread in between. If the memory must be made first, it
 * is the leader.
 */
public final class SegmentMeeting {
    /** The processes have not met in memory, or have only met there: members continue by messages. */
    public static final Object BY_MESSAGES = new Object();

    private SegmentMeeting() {}

    /**
     * Meets, or waits for the member that does.
     *
     * @param meet meets other processes; returns what all members of this one get, or null if there is no segment
     * @param await waits for what the member publishes that meets
     * @return what all members of all processes get, each its own
     */
    public static Object run(CollectiveCall call, Supplier<@Nullable Object> meet, Supplier<Object> await) {
        LocalSync local = call.local();
        boolean isLast = local.arrive();
        Object met = isLast ? meet.get() : null;
        if (met == null && call.isLeader()) {
            met = isLast ? BY_MESSAGES : meetAsLeader(local, meet);
        } else if (met == null && isLast) {
            local.gathered(); // only the leader can make the memory
        }
        if (met != null) {
            local.publish(met);
        }
        Object outcome = met == null ? await.get() : met;
        if (!outcome.equals(BY_MESSAGES)) {
            call.usesAnyway(AlgorithmTable.SHARED);
        }
        return outcome;
    }

    /** Returns null if another member of the process has met the others. */
    private static @Nullable Object meetAsLeader(LocalSync local, Supplier<@Nullable Object> meet) {
        return local.awaitGatheredOrOutcome() ? Objects.requireNonNullElse(meet.get(), BY_MESSAGES) : null;
    }

    /**
     * Only meets the others, so that members whose buffers differ get an error, and then continues by messages.
     *
     * @return null if there is no segment
     */
    static @Nullable Object beforeMessages(CollectiveCall call, DirectBuffer own) {
        return SharedSegments.meet(call, own, BY_MESSAGES) ? BY_MESSAGES : null;
    }

    /**
     * Meets with buffers, which the members of a process lend each other.
     *
     * @param own what the member lends, alike at all
     * @param meet as above; called if all buffers of the process are alike
     * @throws tutti.messaging.BufferMismatchException if buffers are not alike
     */
    static Object ofBuffers(CollectiveCall call, Borrow own, Supplier<@Nullable Object> meet) {
        SharedBuffers buffers = SharedBuffers.of(call);
        buffers.put(call.index(), own);
        Supplier<@Nullable Object> ifAlike = () -> {
            buffers.requireAlike(call, own.own());
            return meet.get();
        };
        return run(call, ifAlike, () -> buffers.awaitOutcome(call, own.own()));
    }
}

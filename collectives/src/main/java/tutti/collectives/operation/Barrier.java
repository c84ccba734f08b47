package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.DisseminationBarrier;
import tutti.collectives.hierarchy.SegmentMeeting;
import tutti.collectives.local.LocalSync;
import tutti.collectives.shm.SharedSegments;
import tutti.collectives.signature.Operation;

/**
 * Waits until all members have arrived.
 *
 * <p>The members of a process count themselves, on counters with a fan-in of 64, and one word releases all. Processes
 * meet in memory if they share a host; else their leaders, by messages.
 */
public sealed class Barrier extends Collective<@Nullable Void> permits Fence {
    private static final Object OPEN = new Object();

    public Barrier() {
        this(Operation.BARRIER);
    }

    Barrier(Operation operation) {
        super(operation);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        LocalSync local = invocation.call().local();
        if (!invocation.locality().isWholeGroup()) {
            SegmentMeeting.run(invocation.call(), () -> meet(invocation), local::awaitOutcome);
        } else if (local.arrive()) {
            local.publish(OPEN);
        } else {
            local.awaitOutcome(); // here, because each frame of a waiting virtual thread takes memory
        }
        return null;
    }

    private static @Nullable Object meet(Invocation invocation) {
        if (SharedSegments.meet(invocation.call(), null, OPEN)) {
            return OPEN;
        }
        if (!invocation.call().isLeader()) {
            return null;
        }
        DisseminationBarrier.run(invocation.leaders());
        return SegmentMeeting.BY_MESSAGES;
    }
}

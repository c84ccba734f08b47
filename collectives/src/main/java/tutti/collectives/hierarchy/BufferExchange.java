package tutti.collectives.hierarchy;

import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.collectives.shm.SegmentGather;
import tutti.collectives.shm.SegmentSteps;
import tutti.collectives.shm.SharedSegments;
import tutti.serialization.DirectBuffer;

/**
 * Every member gets something of every other's buffer, in memory: where all live in one process, from buffers that they
 * lend each other; where the processes share memory, from there.
 *
 * <p>For groups that are even ({@link Locality#isEven}), of more than one member.
 */
public final class BufferExchange {
    private final CollectiveCall call;
    private final LocalSync local;
    private final SharedBuffers buffers;
    private final DirectBuffer own;
    private final DirectBuffer target;
    private final Filling filling;

    /** How a member's target is filled. */
    @FunctionalInterface
    public interface Filling {
        /**
         * Fills the target of a member.
         *
         * @param all what members contribute, by rank
         */
        void fill(int rank, DirectBuffer target, IntFunction<DirectBuffer> all);
    }

    /**
     * Prepares a member's part.
     *
     * @param own what it contributes, alike at all members, apart from all targets
     * @param target which it wants to be filled
     */
    public BufferExchange(CollectiveCall call, DirectBuffer own, DirectBuffer target, Filling filling) {
        this.call = call;
        this.own = own;
        this.target = target;
        this.filling = filling;
        local = call.local();
        buffers = SharedBuffers.of(call);
    }

    /**
     * Fills the targets of all members, which all live in this process.
     *
     * @param bytes that are copied in all
     * @throws tutti.messaging.BufferMismatchException if contributions are not alike
     */
    public void runHere(long bytes) {
        lend();
        boolean isSmall = bytes <= SharedBuffers.SMALL_BYTES;
        if (local.arrive()) {
            boolean areAlike = buffers.firstUnlike(own) < 0;
            if (areAlike && isSmall) {
                buffers.use(call, () -> fillHere(index -> buffers.borrow(index).own()));
            }
            buffers.setFound(areAlike ? SharedBuffers.Found.COMBINED : SharedBuffers.Found.UNLIKE);
            local.publish(true);
        } else {
            local.awaitOutcome();
        }
        buffers.throwIfUnlike(call, own);
        if (!isSmall) {
            buffers.use(
                    call,
                    () -> filling.fill(
                            call.rank(), target, index -> buffers.borrow(index).own()));
            local.departTogether();
        }
    }

    /** Returns whether the processes may share memory for an exchange; the same at all members of the group. */
    public static boolean mayBeSharedIn(CollectiveCall call) {
        return SharedSegments.mayBeUsedIn(call) && (call.locality().isEven() || SegmentSteps.mayBeUsedIn(call));
    }

    /** Returns whether contributions of so many bytes have slots, those of their processes or of their members. */
    public static boolean haveSlots(CollectiveCall call, long bytes) {
        return fit(call, bytes) || SegmentSteps.mayBeUsedIn(call);
    }

    /** Returns whether those of a process fit its slot together; for processes with unequal numbers it has none. */
    private static boolean fit(CollectiveCall call, long bytes) {
        return call.locality().isEven() && call.locality().count() * bytes <= SegmentGather.MOST_BYTES;
    }

    /**
     * Fills the targets of all members of several processes, if these share memory.
     *
     * @param isChosen whether that is to be done for buffers of this length. If not, the processes only meet in the
     *     memory, where some may be whose buffers have another length
     * @param ofLarge how members exchange what does not fit one slot of their process
     * @return false if the members have to exchange messages; the same for all
     * @throws tutti.messaging.BufferMismatchException if contributions are not alike
     */
    public boolean runShared(boolean isChosen, Supplier<SteppedExchange.Part> ofLarge) {
        int count = call.locality().count();
        boolean fits = fit(call, own.lengthBytes());
        if (isChosen && !fits && SegmentSteps.mayBeUsedIn(call)) {
            return SteppedExchange.run(call, own, ofLarge.get());
        }
        Object outcome = SegmentMeeting.ofBuffers(call, new Borrow(own, null), () -> meet(isChosen && fits));
        if (!(outcome instanceof SegmentGather.Gathered all)) {
            return false;
        }
        filling.fill(call.rank(), target, rank -> part(all.apply(rank / count), rank % count));
        return true;
    }

    private @Nullable Object meet(boolean isShared) {
        if (isShared) {
            return SegmentGather.run(
                    call,
                    own,
                    buffers.count() * own.length(),
                    (slot, words) -> buffers.use(call, () -> contributeHere(slot)));
        }
        return SegmentMeeting.beforeMessages(call, own);
    }

    private void lend() {
        buffers.put(call.index(), new Borrow(own, target));
    }

    private void contributeHere(DirectBuffer slot) {
        for (int index = 0; index < buffers.count(); index++) {
            part(slot, index).copyFrom(buffers.borrow(index).own());
        }
    }

    private DirectBuffer part(DirectBuffer slot, int index) {
        return slot.slice(index * own.length(), own.length());
    }

    private void fillHere(IntFunction<DirectBuffer> all) {
        for (int index = 0; index < buffers.count(); index++) {
            filling.fill(call.locality().rankAt(index), buffers.borrow(index).wantedAt(), all);
        }
    }
}

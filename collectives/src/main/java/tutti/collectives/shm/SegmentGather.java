package tutti.collectives.shm;

import java.util.function.Consumer;
import java.util.function.IntFunction;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.serialization.DirectBuffer;

/**
 * Small buffers of all members in memory that all processes share: each leader copies those of its process into its
 * slot, and reads those of all when all have done so.
 *
 * <p>For groups that are even ({@link Locality#isEven}).
 */
public final class SegmentGather {
    private SegmentGather() {}

    /** Returns whether the slots hold the buffers of all members, if each has so many bytes. */
    public static boolean hasRoomFor(long bytes, Locality locality) {
        return bytes * locality.count() <= SegmentLayout.SMALL_BYTES;
    }

    /**
     * Gathers, if the leaders share memory. Called by the leaders.
     *
     * @param own the leader's, alike at all members
     * @param contribute writes the members' of this process, each to its place, by position in the process
     * @param isChosen whether this is to be done for buffers like the leader's. If not, the leaders only meet in the
     *     memory, where some may be whose buffers have another length
     * @param use takes the members' buffers, by rank, which it may only read, and only now
     * @return false if the leaders have to use another algorithm
     */
    public static boolean run(
            CollectiveCall call,
            DirectBuffer own,
            Consumer<IntFunction<DirectBuffer>> contribute,
            boolean isChosen,
            Consumer<IntFunction<DirectBuffer>> use) {
        boolean met = SharedSegments.step(
                call,
                own,
                segment -> isChosen ? new Gathering(call, segment, own, contribute, use) : SharedSegment.NONE);
        boolean isDone = met && isChosen;
        if (isDone) {
            call.usesAnyway(AlgorithmTable.SHARED);
        }
        return isDone;
    }

    private record Gathering(
            CollectiveCall call,
            SharedSegment segment,
            DirectBuffer own,
            Consumer<IntFunction<DirectBuffer>> contribute,
            Consumer<IntFunction<DirectBuffer>> use)
            implements SharedSegment.Work {
        @Override
        public void put(long number) {
            int count = call.locality().count();
            DirectBuffer slot = segment.ownSlot(own, count * own.length());
            contribute.accept(index -> part(slot, index));
        }

        @Override
        public void take(long number) {
            int count = call.locality().count();
            use.accept(rank -> part(segment.slot(rank / count, own, count * own.length()), rank % count));
        }

        private DirectBuffer part(DirectBuffer slot, int index) {
            return slot.slice(index * own.length(), own.length());
        }
    }
}

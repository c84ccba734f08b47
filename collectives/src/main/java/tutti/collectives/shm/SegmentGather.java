package tutti.collectives.shm;

import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
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
     * @param ofHere the members' of this process, by their position in it
     * @param isChosen whether this is to be done for buffers like the leader's. If not, the leaders only meet in the
     *     memory, where some may be whose buffers have another length
     * @param use takes the members' buffers, by rank, which it may only read, and only now
     * @return false if the leaders have to use another algorithm
     */
    public static boolean run(
            CollectiveCall call,
            DirectBuffer own,
            IntFunction<DirectBuffer> ofHere,
            boolean isChosen,
            Consumer<IntFunction<DirectBuffer>> use) {
        while (true) {
            SharedSegment segment = SharedSegments.of(call);
            if (segment == null) {
                return false;
            }
            SharedSegment.Work work = isChosen ? new Gathering(call, segment, own, ofHere, use) : SharedSegment.NONE;
            if (segment.run(call, own, 1, work)) { // else it was closed before this call: there is another now
                if (isChosen) {
                    call.usesAnyway(AlgorithmTable.SHARED);
                }
                return isChosen;
            }
        }
    }

    private record Gathering(
            CollectiveCall call,
            SharedSegment segment,
            DirectBuffer own,
            IntFunction<DirectBuffer> ofHere,
            Consumer<IntFunction<DirectBuffer>> use)
            implements SharedSegment.Work {
        @Override
        public void put(long number) {
            int count = call.locality().count();
            DirectBuffer slot = segment.ownSlot(own, count * own.length());
            for (int index = 0; index < count; index++) {
                part(slot, index).copyFrom(ofHere.apply(index));
            }
        }

        @Override
        public void take(long number) {
            int count = call.locality().count();
            @Nullable DirectBuffer[] slots = new DirectBuffer[segment.processes()];
            use.accept(rank -> {
                int process = rank / count;
                DirectBuffer slot = slots[process];
                if (slot == null) {
                    slot = segment.slot(process, own, count * own.length());
                    slots[process] = slot;
                }
                return part(slot, rank % count);
            });
        }

        private DirectBuffer part(DirectBuffer slot, int index) {
            return slot.slice(index * own.length(), own.length());
        }
    }
}

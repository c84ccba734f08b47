package tutti.collectives.shm;

import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;
import tutti.serialization.DirectBuffer;

/**
 * Something small of each process in memory that all processes share: one member of each writes it into the process'
 * slot, and each member reads all slots when all have done so.
 */
public final class SegmentGather {
    /** Most bytes of what a process writes. */
    public static final int MOST_BYTES = SegmentLayout.SMALL_BYTES;

    private SegmentGather() {}

    private static final DirectBuffer LONGS = DirectBuffer.of(new long[0]);

    /** What the processes have written; may only be read, before the member's next call. */
    public interface Gathered extends IntFunction<DirectBuffer> {
        /** Returns the first words of what a process has written. */
        DirectBuffer words(int process, int count);
    }

    /** Writes what a process contributes. */
    @FunctionalInterface
    public interface Writer {
        /**
         * Writes.
         *
         * @param words shows so many words of the same memory
         */
        void write(DirectBuffer slot, IntFunction<DirectBuffer> words);
    }

    /**
     * Gathers. All other members of the process see the result as soon as all processes have arrived.
     *
     * @param own the member's buffer, alike at all; its type is that of what is written
     * @param length of what a process writes, in elements
     * @return null if there is no segment: as {@link SharedSegments#step}
     */
    public static @Nullable Gathered run(CollectiveCall call, DirectBuffer own, long length, Writer writer) {
        Gathering done = SharedSegments.step(call, own, segment -> new Gathering(segment, own, length, writer));
        return done == null ? null : done.outcome();
    }

    private static final class Gathering implements SegmentWork, Gathered {
        private final SharedSegment segment;
        private final DirectBuffer own;
        private final long length;
        private final Writer writer;
        private SharedSegment.@Nullable SlotsOfStep slots;
        private SharedSegment.@Nullable SlotsOfStep wordSlots;

        Gathering(SharedSegment segment, DirectBuffer own, long length, Writer writer) {
            this.segment = segment;
            this.own = own;
            this.length = length;
            this.writer = writer;
        }

        @Override
        public void put(long number) {
            slots = segment.slots(own);
            wordSlots = segment.slots(LONGS);
            writer.write(segment.ownSlot(own, length), count -> segment.ownSlot(LONGS, count));
        }

        @Override
        public DirectBuffer apply(int process) {
            return Objects.requireNonNull(slots).of(process, length);
        }

        @Override
        public DirectBuffer words(int process, int count) {
            return Objects.requireNonNull(wordSlots).of(process, count);
        }

        @Override
        public void take(long number) {} // each member does that

        @Override
        public Gathered outcome() {
            return this;
        }
    }
}

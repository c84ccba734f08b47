package tutti.serialization;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Where a buffer's elements lie: in memory that can be copied as it is, or in a {@code boolean[]}, which no segment can view. */
sealed interface ElementMemory {

    boolean isReadOnly();

    /** Copies elements from other memory of their type; both starts are indexes of elements. */
    void copyFrom(ElementMemory source, long sourceStart, long start, long length);

    /** Returns a segment over elements from an index on, or null if none can view them. */
    @Nullable
    MemorySegment segment(long start, long length);

    /** Copies bytes of the wire form of the elements from an index on. */
    void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes);

    /** Overwrites bytes of the wire form of the elements from an index on. */
    void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes);

    /** Memory that a segment views. */
    record Raw(MemorySegment segment, int elementBytes) implements ElementMemory {
        @Override
        public boolean isReadOnly() {
            return segment.isReadOnly();
        }

        @Override
        public void copyFrom(ElementMemory source, long sourceStart, long start, long length) {
            switch (source) {
                case Raw raw ->
                    MemorySegment.copy(
                            raw.segment,
                            sourceStart * elementBytes,
                            segment,
                            start * elementBytes,
                            length * elementBytes);
                case Flags flags -> flags.toWire(sourceStart, 0, segment, start, length);
            }
        }

        @Override
        public MemorySegment segment(long start, long length) {
            return segment.asSlice(start * elementBytes, length * elementBytes);
        }

        @Override
        public void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
            WireOrder.NATIVE.toWire(segment, start * elementBytes, elementBytes, position, wire, offset, lengthBytes);
        }

        @Override
        public void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
            WireOrder.NATIVE.fromWire(wire, offset, segment, start * elementBytes, elementBytes, position, lengthBytes);
        }
    }

    /** A {@code boolean[]}, element by element: one byte each on the wire. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Flags(boolean[] array) implements ElementMemory {
        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public void copyFrom(ElementMemory source, long sourceStart, long start, long length) {
            switch (source) {
                case Flags flags -> System.arraycopy(flags.array, (int) sourceStart, array, (int) start, (int) length);
                case Raw raw -> fromWire(start, 0, raw.segment, sourceStart, length);
            }
        }

        @Override
        public @Nullable MemorySegment segment(long start, long length) {
            return null;
        }

        @Override
        public void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
            int from = (int) (start + position);
            for (int i = 0; i < lengthBytes; i++) {
                wire.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (array[from + i] ? 1 : 0));
            }
        }

        @Override
        public void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
            int from = (int) (start + position);
            for (int i = 0; i < lengthBytes; i++) {
                array[from + i] = wire.get(ValueLayout.JAVA_BYTE, offset + i) != 0;
            }
        }
    }
}

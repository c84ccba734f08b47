package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteOrder;

/** Where a buffer's elements lie: in memory that can be copied as it is, or in a {@code boolean[]}, which no segment can view. */
public sealed interface ElementMemory {

    /** Returns the memory of a primitive array; no segment can view a {@code boolean[]}. */
    static MemorySegment ofArray(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException("no memory segment over " + array.getClass());
        };
    }

    /**
     * Returns the memory of an NIO buffer from its position to its limit.
     *
     * @throws IllegalArgumentException if the buffer's byte order is not the machine's
     */
    static MemorySegment ofBuffer(Buffer buffer, ByteOrder order) {
        if (order != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException(
                    "buffer must have the machine's byte order: order=%s native=%s buffer=%s; call order(ByteOrder.nativeOrder()) on its ByteBuffer before asking that for a view"
                            .formatted(order, ByteOrder.nativeOrder(), buffer));
        }
        return MemorySegment.ofBuffer(buffer);
    }

    /**
     * Returns how many elements a segment holds.
     *
     * @throws IllegalArgumentException if it does not hold whole ones
     */
    static long elements(MemorySegment segment, int elementBytes, Object type) {
        if (segment.byteSize() % elementBytes != 0) {
            throw new IllegalArgumentException(
                    "segment must hold whole elements: lengthBytes=%d type=%s elementBytes=%d; cut it with asSlice"
                            .formatted(segment.byteSize(), type, elementBytes));
        }
        return segment.byteSize() / elementBytes;
    }

    boolean isReadOnly();

    /** Copies elements from other memory of their type; both starts are indexes of elements. */
    void copyFrom(ElementMemory source, long sourceStart, long start, long length);

    /** Returns how many bytes the elements from an index on share with other elements. */
    long sharedBytes(long start, long length, ElementMemory other, long otherStart, long otherLength);

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
        public long sharedBytes(long start, long length, ElementMemory other, long otherStart, long otherLength) {
            return switch (other) {
                case Raw raw
                when segment.asOverlappingSlice(raw.segment).isPresent() ->
                    slice(start, length)
                            .asOverlappingSlice(raw.slice(otherStart, otherLength))
                            .map(MemorySegment::byteSize)
                            .orElse(0L);
                default -> 0;
            };
        }

        private MemorySegment slice(long start, long length) {
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

        @SuppressWarnings("ReferenceEquality") // another array shares nothing, equal or not
        @Override
        public long sharedBytes(long start, long length, ElementMemory other, long otherStart, long otherLength) {
            return other instanceof Flags flags && flags.array == array
                    ? Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart))
                    : 0;
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

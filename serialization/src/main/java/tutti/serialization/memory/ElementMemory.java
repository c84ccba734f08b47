package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.util.List;

/** Where a buffer's elements lie, by index: neighbors in memory, some of these, or bytes of several places. */
public interface ElementMemory {

    /** Returns the memory of a primitive array; no segment can view a {@code boolean[]}. */
    static MemorySegment ofArray(Object array) {
        if (array instanceof byte[] a) {
            return MemorySegment.ofArray(a);
        }
        if (array instanceof char[] a) {
            return MemorySegment.ofArray(a);
        }
        if (array instanceof short[] a) {
            return MemorySegment.ofArray(a);
        }
        if (array instanceof int[] a) {
            return MemorySegment.ofArray(a);
        }
        if (array instanceof long[] a) {
            return MemorySegment.ofArray(a);
        }
        if (array instanceof float[] a) {
            return MemorySegment.ofArray(a);
        }
        if (array instanceof double[] a) {
            return MemorySegment.ofArray(a);
        }
        throw new IllegalArgumentException("no memory segment over " + array.getClass());
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
    static long elements(MemorySegment segment, long elementBytes, Object type) {
        if (segment.byteSize() % elementBytes != 0) {
            throw new IllegalArgumentException(
                    "segment must hold whole elements: lengthBytes=%d type=%s elementBytes=%d; cut it with asSlice"
                            .formatted(segment.byteSize(), type, elementBytes));
        }
        return segment.byteSize() / elementBytes;
    }

    boolean isReadOnly();

    /**
     * Checks that this thread may use the memory now.
     *
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is another thread's
     */
    void requireAccessible();

    /** Returns whether an index or two lead to the same element, so that nothing can be received into it. */
    boolean isOverlapping();

    int elementBytes();

    /** Copies elements to plain memory of their type; both starts are indexes of elements. */
    void copyTo(long start, RawMemory target, long targetStart, long length);

    /** Overwrites elements with those of plain memory of their type; both starts are indexes of elements. */
    void copyFrom(RawMemory source, long sourceStart, long start, long length);

    /** Copies bytes of the wire form of the elements from an index on. */
    void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes);

    /** Overwrites bytes of the wire form of the elements from an index on. */
    void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes);

    /** Returns the plain memory in which the elements lie. */
    List<PlainMemory> places();

    /** Tells where elements lie, in their order. */
    void forEachRange(long start, long length, RangeVisitor visitor);

    /** What is done with ranges of plain memory. */
    @FunctionalInterface
    interface RangeVisitor {
        /** Visits a range of bytes. */
        void visit(PlainMemory memory, long address, long lengthBytes);
    }
}

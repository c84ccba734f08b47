package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.util.List;

/** Where a buffer's elements lie, by index: neighbors in memory, some of these, or bytes of several places. */
public interface ElementMemory {

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
    static long elements(MemorySegment segment, long elementBytes, Object type) {
        if (segment.byteSize() % elementBytes != 0) {
            throw new IllegalArgumentException(
                    "segment must hold whole elements: lengthBytes=%d type=%s elementBytes=%d; cut it with asSlice"
                            .formatted(segment.byteSize(), type, elementBytes));
        }
        return segment.byteSize() / elementBytes;
    }

    boolean isReadOnly();

    /** Returns whether the elements are the bytes of values of other types. */
    default boolean isMixed() {
        return false;
    }

    /**
     * Checks that this thread may use the memory now.
     *
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is another thread's
     */
    void requireAccessible();

    /** Returns whether any thread may use the memory. */
    boolean isForAllThreads();

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

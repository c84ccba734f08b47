package tutti.serialization;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.memory.ElementMemory;
import tutti.serialization.memory.FlagsMemory;
import tutti.serialization.memory.RawMemory;

/** How arrays, NIO buffers and memory segments become a {@link DirectBuffer}. */
abstract sealed class BufferViews permits DirectBuffer {
    BufferViews() {}

    /** Views a whole array. */
    public static DirectBuffer of(boolean[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(byte[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(char[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(short[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(int[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(long[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(float[] array) {
        return of(array, 0, array.length);
    }

    /** Views a whole array. */
    public static DirectBuffer of(double[] array) {
        return of(array, 0, array.length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(boolean[] array, int offset, int length) {
        requireRange("array", offset, length, array.length);
        return new DirectBuffer(ElementType.BOOLEAN, array, new FlagsMemory(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(byte[] array, int offset, int length) {
        return part(ElementType.BYTE, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(char[] array, int offset, int length) {
        return part(ElementType.CHAR, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(short[] array, int offset, int length) {
        return part(ElementType.SHORT, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(int[] array, int offset, int length) {
        return part(ElementType.INT, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(long[] array, int offset, int length) {
        return part(ElementType.LONG, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(float[] array, int offset, int length) {
        return part(ElementType.FLOAT, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views a part of an array. */
    public static DirectBuffer of(double[] array, int offset, int length) {
        return part(ElementType.DOUBLE, array, MemorySegment.ofArray(array), offset, length);
    }

    /** Views the bytes from the buffer's position to its limit, which are not moved. */
    public static DirectBuffer of(ByteBuffer buffer) {
        return of(MemorySegment.ofBuffer(buffer), ElementType.BYTE); // an order means nothing for bytes
    }

    /** Views the elements from the buffer's position to its limit, as {@link #of(IntBuffer)} does. */
    public static DirectBuffer of(CharBuffer buffer) {
        return of(ElementMemory.ofBuffer(buffer, buffer.order()), ElementType.CHAR);
    }

    /** Views the elements from the buffer's position to its limit, as {@link #of(IntBuffer)} does. */
    public static DirectBuffer of(ShortBuffer buffer) {
        return of(ElementMemory.ofBuffer(buffer, buffer.order()), ElementType.SHORT);
    }

    /**
     * Views the elements from the buffer's position to its limit, which are not moved.
     *
     * @throws IllegalArgumentException if the buffer's byte order is not the machine's
     */
    public static DirectBuffer of(IntBuffer buffer) {
        return of(ElementMemory.ofBuffer(buffer, buffer.order()), ElementType.INT);
    }

    /** Views the elements from the buffer's position to its limit, as {@link #of(IntBuffer)} does. */
    public static DirectBuffer of(LongBuffer buffer) {
        return of(ElementMemory.ofBuffer(buffer, buffer.order()), ElementType.LONG);
    }

    /** Views the elements from the buffer's position to its limit, as {@link #of(IntBuffer)} does. */
    public static DirectBuffer of(FloatBuffer buffer) {
        return of(ElementMemory.ofBuffer(buffer, buffer.order()), ElementType.FLOAT);
    }

    /** Views the elements from the buffer's position to its limit, as {@link #of(IntBuffer)} does. */
    public static DirectBuffer of(DoubleBuffer buffer) {
        return of(ElementMemory.ofBuffer(buffer, buffer.order()), ElementType.DOUBLE);
    }

    /**
     * Views a memory segment as elements in the machine's byte order; they need not be aligned.
     *
     * @throws IllegalArgumentException if the segment does not hold a whole number of elements
     */
    public static DirectBuffer of(MemorySegment segment, ElementType type) {
        long length = ElementMemory.elements(segment, type.elementBytes(), type);
        Object base = segment.heapBase().orElse(null); // absent for read-only ones too
        if (type.arrayClass().isInstance(base) && segment.address() % type.elementBytes() == 0) {
            MemorySegment whole = ElementMemory.ofArray(base);
            return part(type, base, whole, (int) (segment.address() / type.elementBytes()), (int) length);
        }
        return new DirectBuffer(type, null, new RawMemory(segment, type.elementBytes()), 0, length);
    }

    /**
     * Checks that a range lies in something.
     *
     * @throws IndexOutOfBoundsException if not
     */
    static void requireRange(String whole, long offset, long length, long size) {
        if ((offset | length) < 0 || length > size - offset) {
            throw new IndexOutOfBoundsException("range does not lie in the %s: offset=%d length=%d; %s has length=%d"
                    .formatted(whole, offset, length, whole, size));
        }
    }

    private static DirectBuffer part(ElementType type, Object array, MemorySegment memory, int offset, int length) {
        requireRange("array", offset, length, memory.byteSize() / type.elementBytes());
        return new DirectBuffer(type, array, new RawMemory(memory, type.elementBytes()), offset, length);
    }

    /**
     * Views the values of structs in a memory segment as bytes, one struct after the other, without padding.
     *
     * <p>Each value goes as its little-endian bytes, so that machines of any byte order understand each other. Both
     * sides must agree on the values, not on padding or order.
     *
     * {@snippet :
     * StructLayout particle = MemoryLayout.structLayout(JAVA_INT, MemoryLayout.paddingLayout(4), JAVA_DOUBLE);
     * member.sendAsync(group, DirectBuffer.of(particles, particle), right);
     * }
     *
     * @param segment holds whole structs
     * @param struct one of them: structs, sequences and padding of values that are no addresses
     * @throws IllegalArgumentException if the segment does not hold a whole number of structs, or one holds an address
     *     or a union
     */
    public static DirectBuffer of(MemorySegment segment, MemoryLayout struct) {
        long count = ElementMemory.elements(segment, Math.max(1, struct.byteSize()), struct);
        return of(segment, ElementType.BYTE).select(Layout.of(struct).repeat(count, struct.byteSize()), true);
    }

    /** Views a new array of a type. */
    public static DirectBuffer allocate(ElementType type, int length) {
        return Objects.requireNonNull(ofArray(type.newArray(length)));
    }

    /** Views an object if it is an array of primitives; returns null if it is anything else. */
    public static @Nullable DirectBuffer ofArray(@Nullable Object value) {
        return switch (value) {
            case boolean[] a -> of(a);
            case byte[] a -> of(a);
            case char[] a -> of(a);
            case short[] a -> of(a);
            case int[] a -> of(a);
            case long[] a -> of(a);
            case float[] a -> of(a);
            case double[] a -> of(a);
            case null, default -> null;
        };
    }
}

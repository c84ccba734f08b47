package tutti.serialization.array;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ChunkReader;
import tutti.serialization.ChunkWriter;
import tutti.serialization.ElementType;
import tutti.serialization.SerializationException;
import tutti.serialization.memory.ElementMemory;

/**
 * The eight primitive array types, as a length in elements and their raw little-endian bytes.
 *
 * <p>The position of a type in {@link #TYPES} is part of the wire format.
 */
public final class PrimitiveArrays {
    private static final boolean NATIVE_IS_LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    public static final List<ElementType> TYPES = List.of(ElementType.values());

    /** The most elements that arrays of all types may have in this JVM. */
    public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private PrimitiveArrays() {}

    /** Returns the index of the value's type in {@link #TYPES}, or -1 if it is no primitive array. */
    public static int typeIndex(@Nullable Object value) {
        return value == null || !value.getClass().isArray() ? -1 : indexOf(value.getClass());
    }

    public static long sizeBytes(Object array, int typeIndex) {
        return (long) java.lang.reflect.Array.getLength(array)
                * TYPES.get(typeIndex).elementBytes();
    }

    public static Object cloneOf(Object array) {
        return switch (array) {
            case boolean[] a -> a.clone();
            case byte[] a -> a.clone();
            case char[] a -> a.clone();
            case short[] a -> a.clone();
            case int[] a -> a.clone();
            case long[] a -> a.clone();
            case float[] a -> a.clone();
            case double[] a -> a.clone();
            default -> throw new IllegalArgumentException("no primitive array: " + array.getClass());
        };
    }

    public static int indexOf(Class<?> arrayClass) {
        for (int i = 0; i < TYPES.size(); i++) {
            if (TYPES.get(i).arrayClass() == arrayClass) {
                return i;
            }
        }
        return -1;
    }

    public static Object make(int typeIndex, int length) {
        return TYPES.get(typeIndex).newArray(length);
    }

    /** Returns the array's bytes, least significant first: its own memory where that is so already. */
    public static MemorySegment littleEndian(Object array) {
        return NATIVE_IS_LITTLE ? ElementMemory.ofArray(array) : swapped(ElementMemory.ofArray(array), array);
    }

    /** Turns an array that was filled with little-endian bytes into one of this machine. */
    public static void fromLittleEndian(Object array) {
        if (!NATIVE_IS_LITTLE) {
            ElementMemory.ofArray(array).copyFrom(swapped(ElementMemory.ofArray(array), array));
        }
    }

    public static void write(Object array, ChunkWriter out) {
        if (array instanceof boolean[] flags) {
            out.writeLong(flags.length);
            BooleanBytes.write(flags, block -> out.write(block, 0, block.byteSize()));
            return;
        }
        out.writeLong(java.lang.reflect.Array.getLength(array));
        MemorySegment bytes = littleEndian(array);
        out.write(bytes, 0, bytes.byteSize());
    }

    public static Object read(int typeIndex, ChunkReader in, long maxArrayLength) {
        return read(typeIndex, in.readLong(), in, maxArrayLength);
    }

    /** Reads an array, or null where the length is -1. */
    static @Nullable Object readOrNull(int typeIndex, ChunkReader in, long maxArrayLength) {
        long length = in.readLong();
        return length == -1 ? null : read(typeIndex, length, in, maxArrayLength);
    }

    private static Object read(int typeIndex, long length, ChunkReader in, long maxArrayLength) {
        ElementType type = TYPES.get(typeIndex);
        if (length < 0
                || length > Math.min(MAX_LENGTH, maxArrayLength)
                || length * type.elementBytes() > in.remaining()) {
            throw new SerializationException(
                    "array is longer than its bytes: type=%s length=%d bytes=%d maxArrayLength=%d"
                            .formatted(type.arrayClass().getSimpleName(), length, in.remaining(), maxArrayLength));
        }
        Object array = make(typeIndex, (int) length);
        if (array instanceof boolean[] flags) {
            BooleanBytes.read(flags, in::readFully);
            return array;
        }
        in.readFully(ElementMemory.ofArray(array));
        fromLittleEndian(array);
        return array;
    }

    /** Returns a copy of the memory with the bytes of each element reversed. */
    private static MemorySegment swapped(MemorySegment memory, Object array) {
        int elementBytes = TYPES.get(typeIndex(array)).elementBytes();
        MemorySegment copy = MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_BYTE));
        for (long i = 0; i < copy.byteSize(); i++) {
            long mirrored = i - i % elementBytes + (elementBytes - 1 - i % elementBytes);
            copy.set(ValueLayout.JAVA_BYTE, i, memory.get(ValueLayout.JAVA_BYTE, mirrored));
        }
        return copy;
    }
}

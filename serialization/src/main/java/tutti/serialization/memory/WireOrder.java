package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies between elements in a machine's memory and their little-endian bytes on the wire.
 *
 * <p>A stretch of the wire may begin and end inside an element, as chunks do: {@code position} is its first byte,
 * counted from the first element, which lies at {@code start} in memory. Where memory is little-endian this is a plain
 * copy.
 */
public final class WireOrder {
    /** Single values in an array of wire bytes. */
    public static final VarHandle SHORTS = values(short[].class);

    public static final VarHandle CHARS = values(char[].class);
    public static final VarHandle INTS = values(int[].class);
    public static final VarHandle LONGS = values(long[].class);

    static final WireOrder NATIVE = new WireOrder(ByteOrder.nativeOrder());

    private final boolean memoryIsLittle;

    /** Made for another order than the machine's by tests only. */
    WireOrder(ByteOrder memoryOrder) {
        memoryIsLittle = memoryOrder == ByteOrder.LITTLE_ENDIAN;
    }

    private static VarHandle values(Class<?> arrays) {
        return MethodHandles.byteArrayViewVarHandle(arrays, ByteOrder.LITTLE_ENDIAN);
    }

    void toWire(
            MemorySegment memory,
            long start,
            int elementBytes,
            long position,
            MemorySegment wire,
            long offset,
            long length) {
        if (memoryIsLittle || elementBytes == 1) {
            MemorySegment.copy(memory, start + position, wire, offset, length);
            return;
        }
        for (long i = 0; i < length; i++) {
            byte value = memory.get(ValueLayout.JAVA_BYTE, start + mirrored(position + i, elementBytes));
            wire.set(ValueLayout.JAVA_BYTE, offset + i, value);
        }
    }

    void fromWire(
            MemorySegment wire,
            long offset,
            MemorySegment memory,
            long start,
            int elementBytes,
            long position,
            long length) {
        if (memoryIsLittle || elementBytes == 1) {
            MemorySegment.copy(wire, offset, memory, start + position, length);
            return;
        }
        for (long i = 0; i < length; i++) {
            byte value = wire.get(ValueLayout.JAVA_BYTE, offset + i);
            memory.set(ValueLayout.JAVA_BYTE, start + mirrored(position + i, elementBytes), value);
        }
    }

    /** Returns where in memory a byte of the wire form lies: at the mirrored place of its element. */
    private static long mirrored(long position, int elementBytes) {
        long inElement = position % elementBytes;
        return position - inElement + (elementBytes - 1 - inElement);
    }
}

package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A {@code boolean[]}, which no segment can view, element by element: one byte each on the wire. */
@SuppressWarnings("ArrayRecordComponent") // two arrays with equal elements are different memory
public record FlagsMemory(boolean[] array) implements PlainMemory, ByteMemory {
    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void requireAccessible() {} // an array is

    @Override
    public boolean isForAllThreads() {
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // another array shares nothing, equal or not
    @Override
    public boolean sharesMemory(PlainMemory other) {
        return other instanceof FlagsMemory flags && flags.array == array;
    }

    @Override
    public long address(long index) {
        return index;
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

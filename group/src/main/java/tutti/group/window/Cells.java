package tutti.group.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Memory whose elements are updated one by one, atomically, also by other processes that map it.
 *
 * <p>The memory begins at a multiple of 8 bytes and ends at one. Elements of less than 4 bytes are exchanged with the
 * word that they lie in. Thread-safe.
 *
 * @param bytes size of an element: 1, 2, 4 or 8
 */
public record Cells(MemorySegment memory, int bytes) {
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();
    private static final boolean LITTLE = ByteOrder.nativeOrder().equals(ByteOrder.LITTLE_ENDIAN);
    private static final int WORD = Integer.BYTES;

    /** Returns how many bytes so many elements take here. */
    static long roomFor(long length, int elementBytes) {
        return Math.multiplyExact(length, elementBytes) + 7 & -8L;
    }

    /** Returns the bits of an element, the others 0. */
    long get(long index) {
        return switch (bytes) {
            case Long.BYTES -> (long) LONGS.getVolatile(memory, index * Long.BYTES);
            case Integer.BYTES -> (int) INTS.getVolatile(memory, index * Integer.BYTES) & 0xffff_ffffL;
            default -> (int) INTS.getVolatile(memory, wordAt(index)) >>> shift(index) & mask();
        };
    }

    /** Replaces an element if it has some bits; returns whether it had. */
    boolean replace(long index, long expected, long updated) {
        return switch (bytes) {
            case Long.BYTES -> LONGS.compareAndSet(memory, index * Long.BYTES, expected, updated);
            case Integer.BYTES -> INTS.compareAndSet(memory, index * Integer.BYTES, (int) expected, (int) updated);
            default -> replaceInWord(index, (int) expected, (int) updated);
        };
    }

    private boolean replaceInWord(long index, int expected, int updated) {
        long at = wordAt(index);
        int shift = shift(index);
        while (true) {
            int word = (int) INTS.getVolatile(memory, at);
            if ((word >>> shift & mask()) != expected) {
                return false;
            }
            int others = word & ~(mask() << shift);
            if (INTS.compareAndSet(memory, at, word, others | updated << shift)) {
                return true;
            }
        }
    }

    private long wordAt(long index) {
        return index * bytes & -WORD;
    }

    private int shift(long index) {
        int inWord = (int) (index * bytes & WORD - 1);
        return (LITTLE ? inWord : WORD - bytes - inWord) * Byte.SIZE;
    }

    private int mask() {
        return (1 << (bytes * Byte.SIZE)) - 1;
    }
}

package tutti.group.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Ints or longs of a window's own memory, to each of which numbers are added atomically, also by other processes.
 *
 * <p>Thread-safe. Few steps lie between a call and the processor's instruction: while a core makes them, another one
 * takes the memory away.
 *
 * @param memory begins at a multiple of 8 bytes, and holds all elements
 */
public record Counters(MemorySegment memory, boolean areLongs, long length) {
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();

    /** Returns whether there is such an element, and it is of a type with room for a number. */
    boolean take(long index, long number) {
        return index >= 0 && index < length && (areLongs || number == (int) number);
    }

    /** Adds a number that an element takes; returns what it was, sign and all. */
    public long getAndAdd(long index, long delta) {
        return areLongs
                ? (long) LONGS.getAndAdd(memory, index * Long.BYTES, delta)
                : (int) INTS.getAndAdd(memory, index * Integer.BYTES, (int) delta);
    }
}

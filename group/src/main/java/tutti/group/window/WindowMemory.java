package tutti.group.window;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The memory that one member exposes in a window, as far as this process reaches it.
 *
 * <p>Updates are atomic for each element, among each other: in memory of the window's own by the processor, so that
 * several processes may do them; in a program's buffer, which only this process reaches, under the lock of this.
 */
public final class WindowMemory {
    private static final int BLOCK_ELEMENTS = 1024; // fit the processor's nearest cache

    private final DirectBuffer memory;
    private final @Nullable Cells cells;
    private final @Nullable Counters counters; // the same, if they are of ints or longs

    private WindowMemory(DirectBuffer memory, @Nullable Cells cells) {
        this.memory = memory;
        this.cells = cells;
        boolean areLongs = memory.type() == ElementType.LONG;
        counters = cells != null && (areLongs || memory.type() == ElementType.INT)
                ? new Counters(cells.memory(), areLongs, memory.length())
                : null;
    }

    /** Makes a part of a program's buffer. */
    public static WindowMemory given(DirectBuffer memory) {
        return new WindowMemory(memory, null);
    }

    /** Makes a part of memory of the window's own, which begins and ends at multiples of 8 bytes. */
    public static WindowMemory allocated(MemorySegment memory, ElementType type, long length) {
        DirectBuffer elements = DirectBuffer.of(memory.asSlice(0, length * type.elementBytes()), type);
        return new WindowMemory(elements, new Cells(memory, type.elementBytes()));
    }

    public DirectBuffer memory() {
        return memory;
    }

    void put(long index, DirectBuffer source) {
        memory.slice(index, source.length()).copyFrom(source);
    }

    void get(long index, DirectBuffer target) {
        target.copyFrom(memory.slice(index, target.length()));
    }

    /**
     * Combines elements with those of a source.
     *
     * @param previous what they were before, or null if no one wants to know
     */
    void update(long index, DirectBuffer source, int code, @Nullable DirectBuffer previous) {
        ReductionObject<DirectBuffer> operator = UpdateOperator.of(code);
        for (long from = 0; from < source.length(); from += BLOCK_ELEMENTS) {
            int length = (int) Math.min(BLOCK_ELEMENTS, source.length() - from);
            DirectBuffer operand = source.slice(from, length);
            DirectBuffer old = cells == null
                    ? updateLocked(memory.slice(index + from, length), operand, operator, previous != null)
                    : updateCells(cells, index + from, operand, code, operator, previous != null);
            if (previous != null && old != null) {
                previous.slice(from, length).copyFrom(old);
            }
        }
    }

    private synchronized @Nullable DirectBuffer updateLocked(
            DirectBuffer elements, DirectBuffer operand, ReductionObject<DirectBuffer> operator, boolean wanted) {
        DirectBuffer old = wanted ? DirectBuffer.ofArray(elements.toArray()) : null;
        operator.reduce(elements, operand);
        return old;
    }

    private @Nullable DirectBuffer updateCells(
            Cells into,
            long index,
            DirectBuffer operand,
            int code,
            ReductionObject<DirectBuffer> operator,
            boolean wanted) {
        int length = (int) operand.length();
        ElementType type = memory.type();
        long[] old = new long[length];
        if (code == UpdateOperator.SUM && counters != null) {
            long[] deltas = Bits.of(operand);
            for (int i = 0; i < length; i++) {
                old[i] = counters.getAndAdd(index + i, deltas[i]);
            }
            return wanted ? Bits.toBuffer(type, old) : null;
        }
        for (int i = 0; i < length; i++) {
            old[i] = into.get(index + i);
        }
        if (code != UpdateOperator.NO_OP.code()) {
            long[] updated = combine(old, operand, operator);
            for (int i = 0; i < length; i++) {
                while (!into.replace(index + i, old[i], updated[i])) {
                    old[i] = into.get(index + i); // another has changed it meanwhile
                    updated[i] = combine(new long[] {old[i]}, operand.slice(i, 1), operator)[0];
                }
            }
        }
        return wanted ? Bits.toBuffer(type, old) : null;
    }

    private long[] combine(long[] old, DirectBuffer operand, ReductionObject<DirectBuffer> operator) {
        return Bits.of(operator.reduce(Bits.toBuffer(memory.type(), old), operand));
    }

    /** Returns the elements if numbers can be added to them at once, or null. */
    @Nullable
    Counters counters() {
        return counters;
    }

    /** Replaces an element if its bits are those of another; writes what it was. */
    void compareAndSwap(long index, DirectBuffer expected, DirectBuffer replacement, DirectBuffer previous) {
        long before = Bits.of(expected)[0];
        long after = Bits.of(replacement)[0];
        previous.copyFrom(Bits.toBuffer(
                memory.type(),
                cells == null ? swapLocked(index, before, after) : swapCells(cells, index, before, after)));
    }

    private synchronized long swapLocked(long index, long before, long after) {
        DirectBuffer element = memory.slice(index, 1);
        long known = Bits.of(element)[0];
        if (known == before) {
            element.copyFrom(Bits.toBuffer(memory.type(), after));
        }
        return known;
    }

    private static long swapCells(Cells into, long index, long before, long after) {
        long known = into.get(index);
        while (known == before && !into.replace(index, before, after)) {
            known = into.get(index);
        }
        return known;
    }
}

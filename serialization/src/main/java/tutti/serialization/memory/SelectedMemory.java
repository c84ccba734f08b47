package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Some elements of memory, in any order.
 *
 * @param base has them
 * @param runs which they are
 * @param isMixed whether they are the bytes of values of other types
 */
public record SelectedMemory(ElementMemory base, Runs runs, boolean isMixed) implements ElementMemory {
    private static final boolean IS_LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    @Override
    public boolean isReadOnly() {
        return base.isReadOnly();
    }

    @Override
    public void requireAccessible() {
        base.requireAccessible();
    }

    @Override
    public boolean isForAllThreads() {
        return base.isForAllThreads();
    }

    @Override
    public boolean isOverlapping() {
        return runs.isOverlapping() || base.isOverlapping();
    }

    @Override
    public int elementBytes() {
        return base.elementBytes();
    }

    @Override
    public void copyTo(long start, RawMemory target, long targetStart, long length) {
        long shift = targetStart - start; // from a place in the selection to that in the target
        int size = elementBytes();
        runs.forEach(start, length, (position, at, runLength, stride, count) -> {
            if (base instanceof RawMemory raw) {
                gather(
                        raw.segment(),
                        at * size,
                        stride * size,
                        target.segment(),
                        (position + shift) * size,
                        runLength * size,
                        count);
            } else {
                for (long run = 0; run < count; run++) {
                    base.copyTo(at + run * stride, target, position + shift + run * runLength, runLength);
                }
            }
        });
    }

    @Override
    public void copyFrom(RawMemory source, long sourceStart, long start, long length) {
        long shift = sourceStart - start;
        int size = elementBytes();
        runs.forEach(start, length, (position, at, runLength, stride, count) -> {
            if (base instanceof RawMemory raw) {
                scatter(
                        source.segment(),
                        (position + shift) * size,
                        raw.segment(),
                        at * size,
                        stride * size,
                        runLength * size,
                        count);
            } else {
                for (long run = 0; run < count; run++) {
                    base.copyFrom(source, position + shift + run * runLength, at + run * stride, runLength);
                }
            }
        });
    }

    /**
     * Copies runs of bytes from places at some distance to one after the other. A method for each direction, so that
     * the compiler sees one kind of memory on each side of its loops: else each element takes twice as long.
     */
    private static void gather(
            MemorySegment source, long from, long stride, MemorySegment target, long to, long runBytes, long count) {
        switch ((int) Math.min(runBytes, Integer.MAX_VALUE)) {
            case Byte.BYTES -> {
                for (long run = 0; run < count; run++) {
                    byte value = source.get(ValueLayout.JAVA_BYTE, from + run * stride);
                    target.set(ValueLayout.JAVA_BYTE, to + run * runBytes, value);
                }
            }
            case Short.BYTES -> {
                for (long run = 0; run < count; run++) {
                    short value = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + run * stride);
                    target.set(ValueLayout.JAVA_SHORT_UNALIGNED, to + run * runBytes, value);
                }
            }
            case Integer.BYTES -> {
                for (long run = 0; run < count; run++) {
                    int value = source.get(ValueLayout.JAVA_INT_UNALIGNED, from + run * stride);
                    target.set(ValueLayout.JAVA_INT_UNALIGNED, to + run * runBytes, value);
                }
            }
            case Long.BYTES -> {
                for (long run = 0; run < count; run++) {
                    long value = source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + run * stride);
                    target.set(ValueLayout.JAVA_LONG_UNALIGNED, to + run * runBytes, value);
                }
            }
            default -> {
                for (long run = 0; run < count; run++) {
                    MemorySegment.copy(source, from + run * stride, target, to + run * runBytes, runBytes);
                }
            }
        }
    }

    /** Copies runs of bytes that lie one after the other to places at some distance. */
    private static void scatter(
            MemorySegment source, long from, MemorySegment target, long to, long stride, long runBytes, long count) {
        switch ((int) Math.min(runBytes, Integer.MAX_VALUE)) {
            case Byte.BYTES -> {
                for (long run = 0; run < count; run++) {
                    byte value = source.get(ValueLayout.JAVA_BYTE, from + run * runBytes);
                    target.set(ValueLayout.JAVA_BYTE, to + run * stride, value);
                }
            }
            case Short.BYTES -> {
                for (long run = 0; run < count; run++) {
                    short value = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + run * runBytes);
                    target.set(ValueLayout.JAVA_SHORT_UNALIGNED, to + run * stride, value);
                }
            }
            case Integer.BYTES -> {
                for (long run = 0; run < count; run++) {
                    int value = source.get(ValueLayout.JAVA_INT_UNALIGNED, from + run * runBytes);
                    target.set(ValueLayout.JAVA_INT_UNALIGNED, to + run * stride, value);
                }
            }
            case Long.BYTES -> {
                for (long run = 0; run < count; run++) {
                    long value = source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + run * runBytes);
                    target.set(ValueLayout.JAVA_LONG_UNALIGNED, to + run * stride, value);
                }
            }
            default -> {
                for (long run = 0; run < count; run++) {
                    MemorySegment.copy(source, from + run * runBytes, target, to + run * stride, runBytes);
                }
            }
        }
    }

    @Override
    public void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
        onWire(start, position, lengthBytes, new WireVisitor() {
            @Override
            public void elements(long first, long count, long done) {
                copyTo(
                        first,
                        new RawMemory(wire.asSlice(offset + done, count * elementBytes()), elementBytes()),
                        0,
                        count);
            }

            @Override
            public void bytes(long index, long inElement, long count, long done) {
                base.toWire(index, inElement, wire, offset + done, count);
            }
        });
    }

    @Override
    public void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
        onWire(start, position, lengthBytes, new WireVisitor() {
            @Override
            public void elements(long first, long count, long done) {
                copyFrom(
                        new RawMemory(wire.asSlice(offset + done, count * elementBytes()), elementBytes()),
                        0,
                        first,
                        count);
            }

            @Override
            public void bytes(long index, long inElement, long count, long done) {
                base.fromWire(index, inElement, wire, offset + done, count);
            }
        });
    }

    /** What is done with a stretch of the wire, which may begin and end inside an element. */
    private interface WireVisitor {
        /** Copies whole elements of the selection, whose bytes in memory are those on the wire. */
        void elements(long first, long count, long done);

        /** Copies bytes of elements of the base, from one at an index on. */
        void bytes(long index, long inElement, long count, long done);
    }

    private void onWire(long start, long position, long lengthBytes, WireVisitor visitor) {
        int size = elementBytes();
        long index = start + position / size;
        long inElement = position % size;
        long done = 0;
        if (inElement > 0) {
            done = Math.min(size - inElement, lengthBytes);
            part(index, inElement, done, 0, visitor);
            index++;
        }
        long whole = (lengthBytes - done) / size;
        if (whole > 0) {
            if (IS_LITTLE || size == 1) {
                visitor.elements(index, whole, done);
            } else {
                wholeElements(index, whole, done, visitor);
            }
            done += whole * size;
            index += whole;
        }
        if (done < lengthBytes) {
            part(index, 0, lengthBytes - done, done, visitor);
        }
    }

    private void part(long index, long inElement, long count, long done, WireVisitor visitor) {
        runs.forEach(
                index, 1, (position, at, runLength, stride, runCount) -> visitor.bytes(at, inElement, count, done));
    }

    private void wholeElements(long first, long length, long done, WireVisitor visitor) {
        int size = elementBytes();
        runs.forEach(first, length, (position, at, runLength, stride, count) -> {
            for (long run = 0; run < count; run++) {
                long behind = position - first + run * runLength;
                visitor.bytes(at + run * stride, 0, runLength * size, done + behind * size);
            }
        });
    }

    @Override
    public List<PlainMemory> places() {
        return base.places();
    }

    @Override
    public void forEachRange(long start, long length, RangeVisitor visitor) {
        runs.forEach(start, length, (position, at, runLength, stride, count) -> {
            for (long run = 0; run < count; run++) {
                base.forEachRange(at + run * stride, runLength, visitor);
            }
        });
    }
}

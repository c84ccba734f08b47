package tutti.serialization.memory;

import java.util.Arrays;

/**
 * Which elements of memory are selected, in which order: runs of neighbors, all of which repeat along any number of
 * dimensions.
 *
 * <p>Immutable, but for what it keeps of a check.
 */
public final class Runs {
    private static final long[] NONE = {};

    private final long[] counts; // repetitions in each dimension, the outermost first
    private final long[] strides;
    private final long[] offsets; // of the runs
    private final long[] ends; // where each run ends in the selection
    private final long length;
    private final long first;
    private final long end;
    private volatile byte overlapping; // 0: not known, 1: no, 2: yes

    private Runs(long[] counts, long[] strides, long[] offsets, long[] ends) {
        this.counts = counts;
        this.strides = strides;
        this.offsets = offsets;
        this.ends = ends;
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (int run = 0; run < offsets.length; run++) {
            lowest = Math.min(lowest, offsets[run]);
            highest = Math.max(highest, Math.addExact(offsets[run], runLength(run)));
        }
        long elements = block();
        for (int dimension = 0; dimension < counts.length; dimension++) {
            elements = Math.multiplyExact(elements, counts[dimension]);
            long reach = Math.multiplyExact(counts[dimension] - 1, strides[dimension]);
            lowest = Math.addExact(lowest, Math.min(0, reach));
            highest = Math.addExact(highest, Math.max(0, reach));
        }
        length = elements;
        first = elements == 0 ? 0 : lowest;
        end = elements == 0 ? 0 : highest;
    }

    /** What is done with runs of one length at one distance from each other. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Visits runs.
         *
         * @param position where the first lies in the selection; the others follow without gaps
         * @param at where the first begins in memory
         * @param runLength of each, at least 1
         * @param stride from the beginning of each to that of the next
         * @param count of runs, at least 1
         */
        void visit(long position, long at, long runLength, long stride, long count);
    }

    /** Selects neighbors; an empty selection if there are none. */
    public static Runs of(long offset, long length) {
        return length == 0 ? new Runs(NONE, NONE, NONE, NONE) : of(new long[] {offset}, new long[] {length});
    }

    /** Selects runs, in the order given; all lengths are at least 0. */
    public static Runs of(long[] offsets, long[] lengths) {
        long[] kept = new long[offsets.length];
        long[] ends = new long[offsets.length];
        int runs = 0;
        long position = 0;
        for (int i = 0; i < offsets.length; i++) {
            if (lengths[i] > 0) {
                position = Math.addExact(position, lengths[i]);
                long before = runs < 2 ? 0 : ends[runs - 2];
                if (runs > 0 && offsets[i] == kept[runs - 1] + ends[runs - 1] - before) { // continues the last
                    ends[runs - 1] = position;
                } else {
                    kept[runs] = offsets[i];
                    ends[runs] = position;
                    runs++;
                }
            }
        }
        return new Runs(NONE, NONE, Arrays.copyOf(kept, runs), Arrays.copyOf(ends, runs));
    }

    /** Selects the same elements further on. */
    public Runs shift(long distance) {
        long[] shifted = offsets.clone();
        Arrays.setAll(shifted, run -> Math.addExact(offsets[run], distance));
        return new Runs(counts, strides, shifted, ends);
    }

    /** Selects the same elements several times, each time a stride further on. */
    public Runs repeat(long count, long stride) {
        if (count == 0 || length == 0) {
            return of(0, 0);
        }
        if (count == 1) {
            return this;
        }
        if (counts.length == 0 && offsets.length == 1 && stride == length) {
            return of(offsets[0], Math.multiplyExact(count, length));
        }
        if (counts.length > 0 && stride == counts[0] * strides[0]) {
            long[] more = counts.clone();
            more[0] = Math.multiplyExact(more[0], count);
            return new Runs(more, strides, offsets, ends);
        }
        return new Runs(before(count, counts), before(stride, strides), offsets, ends);
    }

    /** Selects these elements, then others. */
    public Runs then(Runs next) {
        if (length == 0 || next.length == 0) {
            return length == 0 ? next : this;
        }
        Flat flat = new Flat();
        flat.add(this);
        flat.add(next);
        return of(Arrays.copyOf(flat.offsets, flat.count), Arrays.copyOf(flat.lengths, flat.count));
    }

    /** Runs one by one, without dimensions. */
    private static final class Flat {
        long[] offsets = new long[16];
        long[] lengths = new long[16];
        int count;

        void add(Runs runs) {
            runs.forEach(0, runs.length, (position, at, runLength, stride, repetitions) -> {
                for (long i = 0; i < repetitions; i++) {
                    if (count == offsets.length) {
                        offsets = Arrays.copyOf(offsets, 2 * count);
                        lengths = Arrays.copyOf(lengths, 2 * count);
                    }
                    offsets[count] = at + i * stride;
                    lengths[count] = runLength;
                    count++;
                }
            });
        }
    }

    private static long[] before(long value, long[] values) {
        long[] all = new long[values.length + 1];
        all[0] = value;
        System.arraycopy(values, 0, all, 1, values.length);
        return all;
    }

    /** Returns how many elements are selected. */
    public long length() {
        return length;
    }

    /** Returns the lowest index that is selected; 0 if there is none. */
    public long first() {
        return first;
    }

    /** Returns the index behind the highest that is selected; 0 if there is none. */
    public long end() {
        return end;
    }

    /** Returns the number of elements of all runs, which are repeated. */
    private long block() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    private long runLength(int run) {
        return ends[run] - (run == 0 ? 0 : ends[run - 1]);
    }

    /** Visits a part of the selection, in its order. */
    public void forEach(long from, long partLength, Visitor visitor) {
        long to = from + partLength;
        long block = block();
        long position = from;
        while (position < to) {
            long cycle = position / block;
            long inBlock = position - cycle * block;
            long base = base(cycle);
            long whole = inBlock == 0 && offsets.length == 1 ? wholeRuns(cycle, (to - position) / block) : 0;
            if (whole > 0) {
                visitor.visit(position, base + offsets[0], block, stride(), whole);
                position += whole * block;
                continue;
            }
            int run = Arrays.binarySearch(ends, inBlock);
            run = run < 0 ? -run - 1 : run + 1; // the first that ends behind it
            while (run < offsets.length && position < to) {
                long start = ends[run] - runLength(run);
                long visited = Math.min(ends[run] - inBlock, to - position);
                visitor.visit(position, base + offsets[run] + inBlock - start, visited, 0, 1);
                position += visited;
                inBlock += visited;
                run++;
            }
        }
    }

    /** Returns the index that is selected at a position of the selection. */
    public long index(long position) {
        long block = block();
        long cycle = position / block;
        long inBlock = position - cycle * block;
        int run = Arrays.binarySearch(ends, inBlock);
        run = run < 0 ? -run - 1 : run + 1; // the first that ends behind it
        return base(cycle) + offsets[run] + inBlock - (ends[run] - runLength(run));
    }

    private long stride() {
        return strides.length == 0 ? 0 : strides[strides.length - 1];
    }

    /** Returns how many of some whole repetitions follow each other in the innermost dimension. */
    private long wholeRuns(long cycle, long wanted) {
        if (counts.length == 0) {
            return Math.min(1, wanted);
        }
        long inner = counts[counts.length - 1];
        return Math.min(inner - cycle % inner, wanted);
    }

    /** Returns where a repetition begins. */
    private long base(long cycle) {
        long rest = cycle;
        long base = 0;
        for (int dimension = counts.length - 1; dimension >= 0; dimension--) {
            base += rest % counts[dimension] * strides[dimension];
            rest /= counts[dimension];
        }
        return base;
    }

    /** Returns whether an element is selected twice, so that nothing can be received into the selection. */
    public boolean isOverlapping() {
        if (overlapping == 0) {
            overlapping = (byte) (isSpread() || !hasOverlap() ? 1 : 2);
        }
        return overlapping == 2;
    }

    /** Returns whether it is easy to see that no element is selected twice: repetitions do not reach each other. */
    private boolean isSpread() {
        if (offsets.length > 1) {
            return false;
        }
        long reach = block();
        for (int dimension = counts.length - 1; dimension >= 0; dimension--) {
            if (Math.abs(strides[dimension]) < reach) {
                return false;
            }
            reach += (counts[dimension] - 1) * Math.abs(strides[dimension]);
        }
        return true;
    }

    private boolean hasOverlap() {
        Ranges all = new Ranges();
        forEach(0, length, (position, at, runLength, stride, count) -> {
            for (long i = 0; i < count; i++) {
                all.add(at + i * stride, runLength);
            }
        });
        return all.isOverlapping();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Runs runs
                && Arrays.equals(counts, runs.counts)
                && Arrays.equals(strides, runs.strides)
                && Arrays.equals(offsets, runs.offsets)
                && Arrays.equals(ends, runs.ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(new int[] {
            Arrays.hashCode(counts), Arrays.hashCode(strides), Arrays.hashCode(offsets), Arrays.hashCode(ends)
        });
    }
}

package tutti.group.file;

import java.util.Arrays;
import java.util.List;
import tutti.collectives.Blocks;
import tutti.serialization.Layout;

/** Runs of bytes as numbers: offset, length, stride and count of each row of equal runs. */
final class Runs {
    private static final int OFFSET = 0;
    private static final int LENGTH = 1;
    private static final int STRIDE = 2;
    private static final int COUNT = 3;
    private static final int NUMBERS = 4;
    private static final long LONG_BYTES = 1024;

    private Runs() {}

    interface Visitor {
        void visit(long offset, long length);
    }

    static void forEach(long[] runs, Visitor visitor) {
        for (int row = 0; row < runs.length; row += NUMBERS) {
            for (long i = 0; i < runs[row + COUNT]; i++) {
                visitor.visit(runs[row + OFFSET] + i * runs[row + STRIDE], runs[row + LENGTH]);
            }
        }
    }

    static long bytes(long[] runs) {
        long bytes = 0;
        for (int row = 0; row < runs.length; row += NUMBERS) {
            bytes += runs[row + LENGTH] * runs[row + COUNT];
        }
        return bytes;
    }

    static long bytes(List<long[]> runs) {
        return runs.stream().mapToLong(Runs::bytes).sum();
    }

    /** Returns how many runs there are. */
    static long count(List<long[]> runs) {
        long count = 0;
        for (long[] ofOne : runs) {
            for (int row = 0; row < ofOne.length; row += NUMBERS) {
                count += ofOne[row + COUNT];
            }
        }
        return count;
    }

    /** Returns whether to visit each run costs less than to copy all bytes. */
    static boolean areLong(List<long[]> runs) {
        long count = count(runs);
        return count > 0 && bytes(runs) >= LONG_BYTES * count;
    }

    /** Returns where the runs lie in memory whose beginning has an offset. */
    static Layout layout(List<long[]> runs, long start) {
        int count = (int) count(runs);
        long[] offsets = new long[count];
        long[] lengths = new long[count];
        int[] next = new int[1];
        runs.forEach(ofOne -> forEach(ofOne, (offset, length) -> {
            offsets[next[0]] = offset - start;
            lengths[next[0]++] = length;
        }));
        return Layout.indexed(offsets, lengths);
    }

    static Blocks blocks(List<long[]> runs) {
        return Blocks.of(runs.stream().mapToLong(Runs::bytes).toArray());
    }

    /** Joins equal runs at equal distances. */
    static final class Builder {
        private long[] rows = new long[NUMBERS];
        private int used;

        void add(long offset, long length) {
            int last = used - NUMBERS;
            if (last >= 0 && rows[last + LENGTH] == length && continues(last, offset)) {
                rows[last + STRIDE] = (offset - rows[last + OFFSET]) / rows[last + COUNT];
                rows[last + COUNT]++;
                return;
            }
            if (used == rows.length) {
                rows = Arrays.copyOf(rows, 2 * used);
            }
            rows[used + OFFSET] = offset;
            rows[used + LENGTH] = length;
            rows[used + STRIDE] = 0;
            rows[used + COUNT] = 1;
            used += NUMBERS;
        }

        private boolean continues(int last, long offset) {
            long count = rows[last + COUNT];
            return count == 1 || offset == rows[last + OFFSET] + count * rows[last + STRIDE];
        }

        long[] toArray() {
            return Arrays.copyOf(rows, used);
        }
    }
}

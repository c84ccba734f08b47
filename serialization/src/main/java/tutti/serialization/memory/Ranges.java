package tutti.serialization.memory;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Ranges of addresses, for what they share. Not thread-safe. */
final class Ranges {
    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private int count;
    private boolean isSorted = true;

    /** Adds a range that is not empty; one that continues the last becomes part of it. */
    void add(long start, long length) {
        if (count > 0 && start == ends[count - 1]) {
            ends[count - 1] += length;
            return;
        }
        isSorted &= count == 0 || start >= starts[count - 1];
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        starts[count] = start;
        ends[count] = start + length;
        count++;
    }

    private void sort() {
        if (!isSorted) {
            int[] order = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingLong(range -> starts[range]))
                    .mapToInt(range -> range)
                    .toArray();
            long[] sortedStarts =
                    Arrays.stream(order).mapToLong(range -> starts[range]).toArray();
            ends = Arrays.stream(order).mapToLong(range -> ends[range]).toArray();
            starts = sortedStarts;
            isSorted = true;
        }
    }

    /** Returns whether an address lies in two of them. */
    boolean isOverlapping() {
        sort();
        for (int range = 1; range < count; range++) {
            if (starts[range] < ends[range - 1]) {
                return true;
            }
        }
        return false;
    }

    /** Returns how many addresses of others lie in these; neither must overlap itself for the number to be exact. */
    long shared(Ranges others) {
        sort();
        others.sort();
        long shared = 0;
        int own = 0;
        int other = 0;
        while (own < count && other < others.count) {
            long from = Math.max(starts[own], others.starts[other]);
            long to = Math.min(ends[own], others.ends[other]);
            shared += Math.max(0, to - from);
            if (ends[own] < others.ends[other]) {
                own++;
            } else {
                other++;
            }
        }
        return shared;
    }
}

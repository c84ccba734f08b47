package tutti.examples.support;

/**
 * A hash of the rows of a table, to tell two results apart.
 *
 * <p>Each row has its own, which depends on its index and all its bits. They are added up for the whole, so the sum
 * does not depend on who holds which row.
 */
public final class Checksum {
    private Checksum() {}

    /** Returns the hash of a row. */
    public static long of(int index, int[] row) {
        long hash = index;
        for (int value : row) {
            hash = mix(hash ^ value);
        }
        return mix(hash);
    }

    /** Returns the hash of a row. */
    public static long of(int index, double... row) {
        long hash = index;
        for (double value : row) {
            hash = mix(hash ^ Double.doubleToLongBits(value));
        }
        return mix(hash);
    }

    /**
     * Returns the sum of the hashes of elements, each of which has its own index: the sum for a whole table does not
     * depend on where its rows are cut either.
     *
     * @param first index of the first element; it may overflow
     */
    public static long ofElements(int first, double[] elements) {
        long sum = 0;
        for (int i = 0; i < elements.length; i++) {
            sum += mix(mix((first + i) ^ Double.doubleToLongBits(elements[i])));
        }
        return sum;
    }

    /** One step of the SplitMix64 generator: every input bit changes about half of the output. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}

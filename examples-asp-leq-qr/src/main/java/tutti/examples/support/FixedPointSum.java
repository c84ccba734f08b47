package tutti.examples.support;

/**
 * Adds up numbers so that the sum does not depend on their order, nor on who adds which.
 *
 * <p>Each number is rounded to a multiple of 2<sup>-80</sup> and taken apart into three whole numbers, of 40 bits each
 * but for the highest. Sums are then of whole numbers, and exact: members can add up theirs, and {@code
 * Reductions.sum()} adds up what members have, as arrays or buffers of three longs.
 */
public final class FixedPointSum {
    /** Length of the arrays. */
    public static final int LENGTH = 3;

    private static final int BITS = 40;
    private static final double HIGH = 1; // what 1 counts in the highest part
    private static final double MIDDLE = 0x1p-40;
    private static final double LOW = 0x1p-80;
    private static final double LIMIT = 0x1p40;

    private FixedPointSum() {}

    /**
     * Adds a number to a sum; not more than 2<sup>22</sup> of them in all.
     *
     * @param value of which the part above 2<sup>40</sup> in absolute value is cut off, so that a sum that has grown
     *     beyond all bounds stays there; NaN counts as that
     */
    public static void add(long[] sum, double value) {
        double rest = Double.isNaN(value) ? LIMIT : Math.max(-LIMIT, Math.min(LIMIT, value));
        long high = (long) (rest / HIGH); // towards 0, so that what is left loses no bits
        rest -= high * HIGH;
        long middle = (long) (rest / MIDDLE);
        rest -= middle * MIDDLE;
        sum[0] += high;
        sum[1] += middle;
        sum[2] += Math.round(rest / LOW);
    }

    /** Returns a sum, rounded. */
    public static double value(long[] sum) {
        long low = sum[2] & ((1L << BITS) - 1);
        long middle = sum[1] + (sum[2] >> BITS);
        long high = sum[0] + (middle >> BITS);
        if (high < 0) { // the parts of a negative sum would cancel out when they are added as doubles
            return -value(new long[] {-sum[0], -sum[1], -sum[2]});
        }
        middle &= (1L << BITS) - 1;
        return high * HIGH + (middle * MIDDLE + low * LOW);
    }

    /** Whether a number was so large, or none, that the sum says nothing. */
    public static boolean isUnbounded(long[] sum) {
        return Math.abs(value(sum)) >= LIMIT;
    }
}

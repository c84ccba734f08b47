package programs.paper;

/** Sums in the order in which the project's own programs add up, so that checksums are the same. */
final class Sums {
    private Sums() {}

    /** Four sums that do not wait for each other. */
    static double dot(double[] a, int fromA, double[] b, int fromB) {
        int length = a.length - fromA;
        double[] sums = new double[4];
        int i = 0;
        for (; i < length - 3; i += 4) {
            for (int j = 0; j < 4; j++) {
                sums[j] += a[fromA + i + j] * b[fromB + i + j];
            }
        }
        for (; i < length; i++) {
            sums[0] += a[fromA + i] * b[fromB + i];
        }
        return sums[0] + sums[1] + (sums[2] + sums[3]);
    }

    /** Adds a positive number below 2^40 to a sum of whole numbers: of ones, of 2^-40 and of 2^-80. */
    static void add(long[] sum, double value) {
        long ones = (long) value;
        double rest = value - ones;
        long middle = (long) (rest * 0x1p40);
        sum[0] += ones;
        sum[1] += middle;
        sum[2] += Math.round((rest - middle * 0x1p-40) * 0x1p80);
    }

    /** Returns such a sum, rounded. */
    static double value(long[] sum) {
        long middle = sum[1] + (sum[2] >> 40);
        long ones = sum[0] + (middle >> 40);
        long mask = (1L << 40) - 1;
        return ones + ((middle & mask) * 0x1p-40 + (sum[2] & mask) * 0x1p-80);
    }
}

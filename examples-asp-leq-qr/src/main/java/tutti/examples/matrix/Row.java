package tutti.examples.matrix;

import java.util.Arrays;

/**
 * One result; the components are the names in JSON. Times are milliseconds, of the slowest member.
 *
 * @param p10Millis time below which a tenth of the samples lies
 * @param p90Millis time below which nine tenths lie
 */
record Row(
        String matrix,
        String operation,
        int members,
        int jvms,
        int rows,
        int columns,
        long entries,
        double medianMillis,
        double p10Millis,
        double p90Millis,
        int samples) {
    private static final double NANOS_PER_MILLI = 1e6;

    static Row of(String name, String operation, int members, int jvms, Matrix matrix, long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Row(
                name,
                operation,
                members,
                jvms,
                matrix.rows(),
                matrix.columns(),
                matrix.entries(),
                millis(sorted, 0.5),
                millis(sorted, 0.1),
                millis(sorted, 0.9),
                sorted.length);
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))] / NANOS_PER_MILLI;
    }
}

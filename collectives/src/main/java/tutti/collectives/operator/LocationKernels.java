package tutti.collectives.operator;

/**
 * The smaller and the larger of values beside which their locations lie: value, location, value, location. Of equal
 * values the lower location is taken.
 *
 * <p>See {@link ArrayKernel}. Floating-point values are ordered as {@link Double#compare} orders them.
 */
public final class LocationKernels {
    private LocationKernels() {}

    public static void min(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Integer.compare(right[i], left[i]);
            if (comparison < 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void max(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Integer.compare(right[i], left[i]);
            if (comparison > 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void min(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Long.compare(right[i], left[i]);
            if (comparison < 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void max(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Long.compare(right[i], left[i]);
            if (comparison > 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void min(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Float.compare(right[i], left[i]);
            if (comparison < 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void max(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Float.compare(right[i], left[i]);
            if (comparison > 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void min(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Double.compare(right[i], left[i]);
            if (comparison < 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }

    public static void max(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int comparison = Double.compare(right[i], left[i]);
            if (comparison > 0 || (comparison == 0 && right[i + 1] < left[i + 1])) {
                left[i] = right[i];
                left[i + 1] = right[i + 1];
            }
        }
    }
}

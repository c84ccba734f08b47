package tutti.collectives.operator;

/** The smaller and the larger, element by element: see {@link ArrayKernel}. */
public final class OrderKernels {
    private OrderKernels() {}

    public static void min(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.min(left[i], right[i]);
        }
    }

    public static void min(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.min(left[i], right[i]);
        }
    }

    public static void min(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.min(left[i], right[i]);
        }
    }

    public static void min(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.min(left[i], right[i]);
        }
    }

    public static void max(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.max(left[i], right[i]);
        }
    }

    public static void max(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.max(left[i], right[i]);
        }
    }

    public static void max(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.max(left[i], right[i]);
        }
    }

    public static void max(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = Math.max(left[i], right[i]);
        }
    }
}

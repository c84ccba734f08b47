package tutti.collectives.operator;

/** Sums and products, element by element: see {@link ArrayKernel}. */
public final class ArithmeticKernels {
    private ArithmeticKernels() {}

    public static void add(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    public static void add(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    public static void add(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    public static void add(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    public static void add(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    public static void add(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    public static void multiply(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    public static void multiply(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    public static void multiply(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    public static void multiply(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    public static void multiply(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    public static void multiply(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }
}

package tutti.collectives;

/** Sums and products, element by element: see {@link ArrayKernel}. */
final class ArithmeticKernels {
    private ArithmeticKernels() {}

    static void add(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    static void add(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    static void add(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    static void add(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    static void add(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    static void add(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] += right[i];
        }
    }

    static void multiply(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    static void multiply(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    static void multiply(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    static void multiply(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    static void multiply(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }

    static void multiply(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] *= right[i];
        }
    }
}

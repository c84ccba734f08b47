package tutti.collectives.operator;

/** The smaller and the larger, element by element: see {@link ArrayKernel}. */
public final class OrderKernels {
    private OrderKernels() {}

    public static void min(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = (byte) Math.min(left[i], right[i]);
        }
    }

    public static void min(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = (short) Math.min(left[i], right[i]);
        }
    }

    public static void min(char[] left, char[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = (char) Math.min(left[i], right[i]);
        }
    }

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

    public static void max(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = (byte) Math.max(left[i], right[i]);
        }
    }

    public static void max(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = (short) Math.max(left[i], right[i]);
        }
    }

    public static void max(char[] left, char[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] = (char) Math.max(left[i], right[i]);
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

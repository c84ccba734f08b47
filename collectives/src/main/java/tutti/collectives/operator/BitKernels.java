package tutti.collectives.operator;

/** Bits and truth values, element by element: see {@link ArrayKernel}. */
public final class BitKernels {
    private BitKernels() {}

    public static void and(boolean[] left, boolean[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] &= right[i];
        }
    }

    public static void and(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] &= right[i];
        }
    }

    public static void and(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] &= right[i];
        }
    }

    public static void and(char[] left, char[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] &= right[i];
        }
    }

    public static void and(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] &= right[i];
        }
    }

    public static void and(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] &= right[i];
        }
    }

    public static void or(boolean[] left, boolean[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] |= right[i];
        }
    }

    public static void or(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] |= right[i];
        }
    }

    public static void or(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] |= right[i];
        }
    }

    public static void or(char[] left, char[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] |= right[i];
        }
    }

    public static void or(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] |= right[i];
        }
    }

    public static void or(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] |= right[i];
        }
    }

    public static void xor(boolean[] left, boolean[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] ^= right[i];
        }
    }

    public static void xor(byte[] left, byte[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] ^= right[i];
        }
    }

    public static void xor(short[] left, short[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] ^= right[i];
        }
    }

    public static void xor(char[] left, char[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] ^= right[i];
        }
    }

    public static void xor(int[] left, int[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] ^= right[i];
        }
    }

    public static void xor(long[] left, long[] right, int from, int to) {
        for (int i = from; i < to; i++) {
            left[i] ^= right[i];
        }
    }
}

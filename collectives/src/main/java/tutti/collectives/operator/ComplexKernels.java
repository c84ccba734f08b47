package tutti.collectives.operator;

/** Products of complex numbers, which lie as real part, imaginary part, real part: see {@link ArrayKernel}. */
public final class ComplexKernels {
    private ComplexKernels() {}

    public static void multiply(float[] left, float[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            float real = left[i] * right[i] - left[i + 1] * right[i + 1];
            left[i + 1] = left[i] * right[i + 1] + left[i + 1] * right[i];
            left[i] = real;
        }
    }

    public static void multiply(double[] left, double[] right, int from, int to) {
        for (int i = from; i < to; i += 2) {
            double real = left[i] * right[i] - left[i + 1] * right[i + 1];
            left[i + 1] = left[i] * right[i + 1] + left[i + 1] * right[i];
            left[i] = real;
        }
    }
}

package tutti.nas.cg;

/** Operations on one member's part of vectors. */
final class Vectors {
    private Vectors() {}

    static double dot(double[] a, double[] b) {
        // four sums, which need not wait for each other
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int i = 0;
        for (; i < a.length - 3; i += 4) {
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        for (; i < a.length; i++) {
            sum0 += a[i] * b[i];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }

    /** Adds a multiple of a vector: y becomes y + factor x. */
    static void add(double[] y, double factor, double[] x) {
        for (int i = 0; i < y.length; i++) {
            y[i] += factor * x[i];
        }
    }

    /** Scales and adds: y becomes x + factor y. */
    static void scaleAndAdd(double[] y, double factor, double[] x) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i] + factor * y[i];
        }
    }

    static void scale(double[] x, double factor, double[] target) {
        for (int i = 0; i < x.length; i++) {
            target[i] = factor * x[i];
        }
    }
}

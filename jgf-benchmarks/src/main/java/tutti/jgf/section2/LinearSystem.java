package tutti.jgf.section2;

/** The equations of Linpack: a matrix of pseudo-random numbers, and a right side for which all unknowns are 1. */
final class LinearSystem {
    private static final int SEED = 1325;
    private static final int MULTIPLIER = 3125;
    private static final int MODULUS = 65_536;
    private static final double OFFSET = 32_768;
    private static final double SCALE = 16_384;

    private final int n;

    LinearSystem(int n) {
        this.n = n;
    }

    int n() {
        return n;
    }

    /** Takes elements of the matrix. */
    interface Visitor {
        void element(int row, int column, double value);
    }

    /** Draws the whole matrix, row by row; it is never kept. */
    void forEach(Visitor visitor) {
        int state = SEED;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                state = MULTIPLIER * state % MODULUS;
                visitor.element(row, column, (state - OFFSET) / SCALE);
            }
        }
    }

    double[] rightSide() {
        double[] sums = new double[n];
        forEach((row, column, value) -> sums[row] += value);
        return sums;
    }

    /** Returns max|Ax - b| / (n * largest element * max|x| * epsilon). */
    double residual(double[] solution) {
        double[] products = new double[n];
        double[] largestElement = new double[1];
        forEach((row, column, value) -> {
            products[row] += value * solution[column];
            largestElement[0] = Math.max(largestElement[0], value);
        });
        double[] rightSide = rightSide();
        double largestError = 0;
        double largestUnknown = 0;
        for (int i = 0; i < n; i++) {
            largestError = Math.max(largestError, Math.abs(products[i] - rightSide[i]));
            largestUnknown = Math.max(largestUnknown, Math.abs(solution[i]));
        }
        return largestError / (n * largestElement[0] * largestUnknown * Math.ulp(1.0));
    }
}

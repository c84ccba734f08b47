package tutti.examples.matmul;

/**
 * Products of matrices that are arrays of rows, in plain Java: C += A B.
 *
 * <p>Two rows of C take up four rows of B in one pass, so that the loop has 16 operations for 8 accesses. All arrays of
 * that loop have the same index: only then does HotSpot's compiler use vector instructions. Blocks of B stay in the
 * cache while all rows of C pass.
 *
 * <p>An element of C takes its products in the order of B's rows, one {@link Math#fma} each. So its bits depend neither
 * on blocks nor on how a product is divided among members. Processors without that instruction (x86 before 2013) are
 * slow here.
 */
public final class Product {
    private static final int DEPTH = 128; // rows of a block of B
    private static final int WIDTH = 512; // its columns

    private Product() {}

    /**
     * Adds a product: {@code C += A B}.
     *
     * @param c rows, of which as many change as A has
     * @param firstC which of them is the first
     * @param a has as many columns as B has rows that count
     * @param b rows of the same length as those of C, and others than these
     * @param firstB which of them is the first that counts
     * @param from the first column of B and C that counts
     * @param to the column after the last one
     */
    public static void add(double[][] c, int firstC, Elements a, double[][] b, int firstB, int from, int to) {
        for (int left = from; left < to; left += WIDTH) {
            int right = Math.min(left + WIDTH, to);
            for (int top = 0; top < a.columns(); top += DEPTH) {
                int bottom = Math.min(top + DEPTH, a.columns());
                int i = 0;
                for (; i < a.rows() - 1; i += 2) {
                    addToTwo(c[firstC + i], c[firstC + i + 1], a, i, b, firstB, top, bottom, left, right);
                }
                if (i < a.rows()) {
                    addToOne(c[firstC + i], a, i, b, firstB, top, bottom, left, right);
                }
            }
        }
    }

    private static void addToTwo(
            double[] c0,
            double[] c1,
            Elements a,
            int i,
            double[][] b,
            int firstB,
            int top,
            int bottom,
            int left,
            int right) {
        int k = top;
        for (; k < bottom - 3; k += 4) {
            int row = firstB + k;
            twoByFour(c0, c1, a, i, k, b[row], b[row + 1], b[row + 2], b[row + 3], left, right);
        }
        for (; k < bottom; k++) {
            oneByOne(c0, a.at(i, k), b[firstB + k], left, right);
            oneByOne(c1, a.at(i + 1, k), b[firstB + k], left, right);
        }
    }

    private static void addToOne(
            double[] c, Elements a, int i, double[][] b, int firstB, int top, int bottom, int left, int right) {
        int k = top;
        for (; k < bottom - 3; k += 4) {
            int row = firstB + k;
            oneByFour(c, a, i, k, b[row], b[row + 1], b[row + 2], b[row + 3], left, right);
        }
        for (; k < bottom; k++) {
            oneByOne(c, a.at(i, k), b[firstB + k], left, right);
        }
    }

    private static void twoByFour(
            double[] c0,
            double[] c1,
            Elements a,
            int i,
            int k,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] b3,
            int left,
            int right) {
        double a00 = a.at(i, k);
        double a01 = a.at(i, k + 1);
        double a02 = a.at(i, k + 2);
        double a03 = a.at(i, k + 3);
        double a10 = a.at(i + 1, k);
        double a11 = a.at(i + 1, k + 1);
        double a12 = a.at(i + 1, k + 2);
        double a13 = a.at(i + 1, k + 3);
        for (int j = left; j < right; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            double x3 = b3[j];
            c0[j] = Math.fma(a03, x3, Math.fma(a02, x2, Math.fma(a01, x1, Math.fma(a00, x0, c0[j]))));
            c1[j] = Math.fma(a13, x3, Math.fma(a12, x2, Math.fma(a11, x1, Math.fma(a10, x0, c1[j]))));
        }
    }

    private static void oneByFour(
            double[] c,
            Elements a,
            int i,
            int k,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] b3,
            int left,
            int right) {
        double a0 = a.at(i, k);
        double a1 = a.at(i, k + 1);
        double a2 = a.at(i, k + 2);
        double a3 = a.at(i, k + 3);
        for (int j = left; j < right; j++) {
            c[j] = Math.fma(a3, b3[j], Math.fma(a2, b2[j], Math.fma(a1, b1[j], Math.fma(a0, b0[j], c[j]))));
        }
    }

    private static void oneByOne(double[] c, double a, double[] b, int left, int right) {
        for (int j = left; j < right; j++) {
            c[j] = Math.fma(a, b[j], c[j]);
        }
    }
}

package tutti.examples.qr;

import java.io.Serializable;
import tutti.examples.matmul.Product;

/**
 * Some reflections one after the other as one matrix, I - V T V^T (compact WY: Schreiber and Van Loan, 1989,
 * doi:10.1137/0910005).
 *
 * <p>A reflection is I - h h^T with a vector h whose norm is the root of 2, so that all of T's diagonal is 1.
 *
 * @param vectors the columns of V: the vector of reflection i, with zeros before its i-th element
 * @param triangle the rows of T, which is upper triangular
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reflectors(double[][] vectors, double[][] triangle) implements Serializable {
    static final Reflectors ELSEWHERE = new Reflectors(new double[0][], new double[0][]);

    /**
     * Factorises a panel of columns.
     *
     * @param columns become R's, on the diagonal and above
     */
    static Reflectors of(double[][] columns) {
        int length = columns[0].length;
        int count = Math.min(columns.length, length);
        double[][] vectors = new double[count][];
        double[][] triangle = new double[count][count];
        double[] products = new double[columns.length];
        for (int j = 0; j < count; j++) {
            double[] h = vector(columns[j], j);
            Panels.dots(h, j, columns, j + 1, columns.length, products);
            for (int i = j + 1; i < columns.length; i++) {
                Panels.add(columns[i], j, -products[i], h);
            }
            Panels.dots(h, j, vectors, 0, j, products);
            for (int row = 0; row < j; row++) {
                double sum = 0;
                for (int i = row; i < j; i++) {
                    sum += triangle[row][i] * products[i];
                }
                triangle[row][j] = -sum;
            }
            triangle[j][j] = 1;
            vectors[j] = h;
        }
        return new Reflectors(vectors, triangle);
    }

    /** Makes the vector that turns a column, from an element on, into a multiple of the first unit vector. */
    private static double[] vector(double[] column, int j) {
        double[] h = new double[column.length];
        double square = Householder.dot(column, j, column, j);
        if (square == 0) {
            return h; // nothing to reflect
        }
        System.arraycopy(column, j, h, j, h.length - j);
        double length = Math.sqrt(square);
        column[j] = h[j] > 0 ? -length : length;
        h[j] -= column[j];
        double scale = Math.sqrt(2 / Householder.dot(h, j, h, j));
        for (int row = j; row < h.length; row++) {
            h[row] *= scale;
        }
        return h;
    }

    /** Returns V with the opposite sign, by rows. */
    double[][] negative() {
        double[][] rows = new double[vectors[0].length][vectors.length];
        for (int row = 0; row < rows.length; row++) {
            for (int j = 0; j < vectors.length; j++) {
                rows[row][j] = -vectors[j][row];
            }
        }
        return rows;
    }

    /**
     * Reflects columns of a matrix that is an array of rows, by products of matrices: C - V (T^T (V^T C)).
     *
     * @param negative what {@link #negative} returns
     * @param top the row with which V begins
     * @param from the first column
     * @param to the column after the last one
     */
    void reflect(double[][] rows, double[][] negative, int top, int from, int to) {
        if (from >= to) {
            return;
        }
        double[][] products = new double[vectors.length][to];
        Product.add(products, 0, vectors, rows, top, from, to);
        double[][] turned = new double[vectors.length][to];
        Product.add(turned, 0, Panels.transposed(triangle), products, 0, from, to);
        Product.add(rows, top, negative, turned, 0, from, to);
    }
}

package tutti.examples.qr;

import java.util.Arrays;
import tutti.examples.matmul.Elements;
import tutti.examples.matmul.Product;
import tutti.serialization.DirectBuffer;

/**
 * Some reflections one after the other as one matrix, I - V T V^T (compact WY: Schreiber and Van Loan, 1989,
 * doi:10.1137/0910005).
 *
 * <p>A reflection is I - h h^T with a vector h whose norm is the root of 2, so that all of T's diagonal is 1. One array
 * holds V and -T, so that both travel as they are used.
 */
final class Reflectors {
    private final int length;
    private final int count;
    private final double[] array; // the rows of V, then those of -T

    /**
     * Makes room for the reflections of a panel, which arrive from its owner.
     *
     * @param length rows of the panel
     * @param columns columns of the panel
     */
    Reflectors(int length, int columns) {
        this.length = length;
        count = Math.min(columns, length);
        array = new double[(length + count) * count];
    }

    /**
     * Factorises a panel of columns.
     *
     * @param columns become R's, on the diagonal and above
     */
    static Reflectors of(double[][] columns) {
        Reflectors made = new Reflectors(columns[0].length, columns.length);
        double[][] vectors = new double[made.count][];
        double[] products = new double[columns.length];
        for (int j = 0; j < made.count; j++) {
            double[] h = vector(columns[j], j);
            Panels.dots(h, j, columns, j + 1, columns.length, products);
            Panels.addEach(columns, j + 1, j, products, h);
            Panels.dots(h, j, vectors, 0, j, products);
            made.extendTriangle(j, products);
            vectors[j] = h;
        }
        Panels.toRows(vectors, made.array);
        return made;
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

    /**
     * Adds a column to -T, which is upper triangular.
     *
     * @param products of the new vector and those before it
     */
    private void extendTriangle(int j, double[] products) {
        int start = length * count;
        for (int row = 0; row < j; row++) {
            double sum = 0;
            for (int i = row; i < j; i++) {
                sum += array[start + row * count + i] * products[i];
            }
            array[start + row * count + j] = -sum;
        }
        array[start + j * count + j] = -1;
    }

    /** Returns what travels to the other members. */
    DirectBuffer buffer() {
        return DirectBuffer.of(array);
    }

    /** Returns how long a vector is. */
    int length() {
        return length;
    }

    /** Returns the vector of each reflection, with zeros before its own element. */
    double[][] vectors() {
        double[][] vectors = new double[count][length];
        for (int row = 0; row < length; row++) {
            for (int j = 0; j < count; j++) {
                vectors[j][row] = array[row * count + j];
            }
        }
        return vectors;
    }

    /**
     * Reflects columns of a matrix that is an array of rows, by products of matrices: C + V ((-T)^T (V^T C)).
     *
     * @param top the row with which V begins
     * @param from the first column
     * @param to the column after the last one
     * @param products rows of the matrix's length, as many as there are reflections, for what is between
     * @param turned the same
     */
    void reflect(double[][] rows, int top, int from, int to, double[][] products, double[][] turned) {
        if (from >= to) {
            return;
        }
        Elements vectors = Elements.byRows(array, 0, length, count);
        Elements triangle = Elements.byRows(array, length * count, count, count);
        for (int j = 0; j < count; j++) {
            Arrays.fill(products[j], from, to, 0);
            Arrays.fill(turned[j], from, to, 0);
        }
        Product.add(products, 0, vectors.transposed(), rows, top, from, to);
        Product.add(turned, 0, triangle.transposed(), products, 0, from, to);
        Product.add(rows, top, vectors, turned, 0, from, to);
    }
}

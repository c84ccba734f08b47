package tutti.examples.cg;

import java.util.Arrays;

/** A square matrix by rows, of which only what is not zero is kept. Immutable once filled. */
final class SparseMatrix {
    private final int[] starts; // where each row starts, and one more
    private final int[] columns;
    private final double[] values;

    /**
     * Makes a matrix of entries in any order; several at one place are added up.
     *
     * @param rows row of each entry
     * @param columns column of each entry
     * @param values value of each entry
     */
    SparseMatrix(int size, int[] rows, int[] columns, double[] values) {
        this.starts = new int[size + 1];
        this.columns = new int[rows.length];
        this.values = new double[rows.length];
        for (int row : rows) {
            starts[row + 1]++;
        }
        for (int row = 0; row < size; row++) {
            starts[row + 1] += starts[row];
        }
        int[] next = Arrays.copyOf(starts, size);
        for (int entry = 0; entry < rows.length; entry++) {
            int at = next[rows[entry]]++;
            this.columns[at] = columns[entry];
            this.values[at] = values[entry];
        }
    }

    /** Returns the five-point Laplacian of a square grid, positive definite, with side * side unknowns. */
    static SparseMatrix laplacian(int side) {
        int size = side * side;
        int[] rows = new int[5 * size - 4 * side];
        int[] columns = new int[rows.length];
        double[] values = new double[rows.length];
        int entry = 0;
        for (int row = 0; row < size; row++) {
            int x = row % side;
            int y = row / side;
            int[] neighbours = {
                row,
                x > 0 ? row - 1 : -1,
                x < side - 1 ? row + 1 : -1,
                y > 0 ? row - side : -1,
                y < side - 1 ? row + side : -1
            };
            for (int column : neighbours) {
                if (column >= 0) {
                    rows[entry] = row;
                    columns[entry] = column;
                    values[entry++] = column == row ? 4 : -1;
                }
            }
        }
        return new SparseMatrix(size, rows, columns, values);
    }

    int size() {
        return starts.length - 1;
    }

    int entries() {
        return values.length;
    }

    /** Multiplies some rows by a vector; the product's first element is that of the first row. */
    void multiply(int firstRow, int endRow, double[] x, double[] product) {
        for (int row = firstRow; row < endRow; row++) {
            double sum = 0;
            for (int entry = starts[row]; entry < starts[row + 1]; entry++) {
                sum += values[entry] * x[columns[entry]];
            }
            product[row - firstRow] = sum;
        }
    }
}

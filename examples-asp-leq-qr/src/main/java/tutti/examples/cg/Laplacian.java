package tutti.examples.cg;

import tutti.examples.matrix.SparseMatrix;

/** The equations of heat on a square grid. */
final class Laplacian {
    private Laplacian() {}

    /** Returns the five-point Laplacian of a square grid, positive definite, with side * side unknowns. */
    static SparseMatrix of(int side) {
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
        return SparseMatrix.of(size, size, rows, columns, values);
    }
}

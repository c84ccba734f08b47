package tutti.nas.cg;

import java.util.Arrays;

/** Solves A z = x by some steps of conjugate gradients; one member's part. */
final class Solver {
    private final SparseMatrix matrix;
    private final ProcessGrid grid;
    private final int steps;
    private final double[] z;
    private final double[] residual;
    private final double[] direction;
    private final double[] product; // of the matrix and the direction
    private final double[] rowSums;

    Solver(SparseMatrix matrix, ProcessGrid grid, int steps) {
        this.matrix = matrix;
        this.grid = grid;
        this.steps = steps;
        z = new double[grid.columns()];
        residual = new double[grid.columns()];
        direction = new double[grid.columns()];
        product = new double[grid.columns()];
        rowSums = new double[grid.rows()];
    }

    /** Returns this member's part of z, until the next call. */
    double[] solve(double[] x) {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, residual, 0, x.length);
        System.arraycopy(x, 0, direction, 0, x.length);
        double square = grid.sums(Vectors.dot(residual, residual))[0];
        for (int step = 0; step < steps; step++) {
            multiply();
            double alpha = square / grid.sums(Vectors.dot(direction, product))[0];
            Vectors.add(z, alpha, direction);
            Vectors.add(residual, -alpha, product);
            double nextSquare = grid.sums(Vectors.dot(residual, residual))[0];
            Vectors.scaleAndAdd(direction, nextSquare / square, residual);
            square = nextSquare;
        }
        return z;
    }

    private void multiply() {
        matrix.multiply(direction, rowSums);
        grid.sumAndTranspose(rowSums, product);
    }
}

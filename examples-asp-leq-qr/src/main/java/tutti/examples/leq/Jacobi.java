package tutti.examples.leq;

import tutti.examples.matrix.Matrix;
import tutti.examples.support.FixedPointSum;

/** Jacobi's iteration on a block of rows. */
final class Jacobi {
    private final Equations block;

    Jacobi(Equations block) {
        this.block = block;
    }

    /**
     * Computes this block's part of the next solution.
     *
     * @param x the whole of the one before
     * @param change gets the sum of the absolute differences, as {@link FixedPointSum} keeps it
     */
    double[] improve(double[] x, long[] change) {
        Matrix matrix = block.matrix();
        double[] next = new double[matrix.rows()];
        for (int row = 0; row < next.length; row++) {
            int own = matrix.offset() + row;
            next[row] = x[own] + (block.right(row) - matrix.dot(row, x)) / matrix.get(row, own);
            FixedPointSum.add(change, Math.abs(next[row] - x[own]));
        }
        return next;
    }
}

package tutti.nas.cg;

/**
 * A block of a sparse matrix, row by row.
 *
 * @param rowStarts index of the first nonzero of each row, and behind them the number of all
 * @param columns of each nonzero, within the block
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SparseMatrix(int[] rowStarts, int[] columns, double[] values) {

    /** Multiplies by the part of a vector that belongs to the block's columns. */
    void multiply(double[] vector, double[] product) {
        for (int row = 0; row < product.length; row++) {
            double sum = 0;
            for (int i = rowStarts[row]; i < rowStarts[row + 1]; i++) {
                sum += values[i] * vector[columns[i]];
            }
            product[row] = sum;
        }
    }
}

package tutti.examples.matrix;

import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.data.DMatrixSparseTriplet;
import org.ejml.ops.DConvertMatrixStruct;

/** Turns matrices into those of the EJML library, and back. */
public final class Ejml {
    private Ejml() {}

    /** Returns the rows that are here as a dense matrix. */
    public static DMatrixRMaj dense(Matrix matrix) {
        DMatrixRMaj dense = new DMatrixRMaj(matrix.rows(), matrix.columns());
        for (int row = 0; row < matrix.rows(); row++) {
            for (int column = 0; column < matrix.columns(); column++) {
                dense.set(row, column, matrix.get(row, column));
            }
        }
        return dense;
    }

    /** Returns the rows that are here as a sparse matrix, which EJML keeps by columns. */
    public static DMatrixSparseCSC sparse(SparseMatrix matrix) {
        DMatrixSparseTriplet entries =
                new DMatrixSparseTriplet(matrix.rows(), matrix.columns(), Math.toIntExact(matrix.entries()));
        for (int i = 0; i < matrix.rows(); i++) {
            int row = i;
            matrix.forEach(i, (column, value) -> entries.addItem(row, column, value));
        }
        DMatrixSparseCSC sparse = DConvertMatrixStruct.convert(entries, (DMatrixSparseCSC) null);
        sparse.sortIndices(null);
        return sparse;
    }

    /** Returns a matrix of EJML. */
    public static DenseMatrix matrix(DMatrixRMaj dense) {
        double[][] rows = new double[dense.numRows][dense.numCols];
        for (int row = 0; row < dense.numRows; row++) {
            System.arraycopy(dense.data, row * dense.numCols, rows[row], 0, dense.numCols);
        }
        return new DenseMatrix(0, dense.numCols, rows);
    }

    /** Returns a sparse matrix of EJML, by rows. */
    public static SparseMatrix matrix(DMatrixSparseCSC sparse) {
        return rows(sparse, 0);
    }

    /** Returns a block of rows. */
    static SparseMatrix rows(DMatrixSparseCSC sparse, int offset) {
        int[] rows = new int[sparse.nz_length];
        int[] columns = new int[sparse.nz_length];
        double[] values = new double[sparse.nz_length];
        for (int column = 0; column < sparse.numCols; column++) {
            for (int entry = sparse.col_idx[column]; entry < sparse.col_idx[column + 1]; entry++) {
                rows[entry] = sparse.nz_rows[entry];
                columns[entry] = column;
                values[entry] = sparse.nz_values[entry];
            }
        }
        return SparseMatrix.block(offset, sparse.numRows, sparse.numCols, rows, columns, values);
    }
}

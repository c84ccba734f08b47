package tutti.examples.matrix;

import org.ejml.data.DMatrixSparseCSC;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/** Divides a sparse matrix of EJML into blocks of rows, each of which is a matrix of EJML. */
public final class DividableSparse implements DividableDataObject<DMatrixSparseCSC> {
    private final SparseMatrix rows; // EJML keeps columns, of which no block of rows can be cut

    private DividableSparse(SparseMatrix rows) {
        this.rows = rows;
    }

    /** Divides a copy of a matrix. */
    public static DividableSparse of(DMatrixSparseCSC matrix) {
        return new DividableSparse(Ejml.matrix(matrix));
    }

    /** Makes a matrix of zeros, to gather another in. */
    public static DividableSparse zeros(int rows, int columns) {
        return new DividableSparse(new SparseMatrix(rows, columns));
    }

    /** Returns the matrix as it is now. */
    public DMatrixSparseCSC matrix() {
        return Ejml.sparse(rows);
    }

    @Override
    public DMatrixSparseCSC elementAt(int index, int groupSize) {
        return Ejml.sparse(rows.elementAt(index, groupSize));
    }

    @Override
    public void setElementAt(int index, int groupSize, DMatrixSparseCSC element) {
        int offset = new Partition(rows.rows(), groupSize).offset(index);
        rows.setElementAt(index, groupSize, Ejml.rows(element, offset));
    }
}

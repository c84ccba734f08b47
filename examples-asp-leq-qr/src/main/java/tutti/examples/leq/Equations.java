package tutti.examples.leq;

import java.io.Serializable;
import java.util.Arrays;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;
import tutti.examples.matrix.DenseMatrix;
import tutti.examples.matrix.Matrix;
import tutti.examples.matrix.SparseMatrix;

/** A system of linear equations A x = b, or a block of its rows; scattered by blocks. */
final class Equations implements DividableDataObject<Equations>, Serializable {
    private static final long serialVersionUID = 1;

    private final String origin;
    private final boolean generated;
    private final int size;
    private final Matrix matrix;
    private final double[] right;

    /**
     * Makes a system.
     *
     * @param origin where it comes from, for the report
     * @param generated whether its solution is known in closed form
     * @param size number of unknowns
     * @param matrix the rows that are here
     * @param right the right sides of these rows
     */
    Equations(String origin, boolean generated, int size, Matrix matrix, double[] right) {
        this.origin = origin;
        this.generated = generated;
        this.size = size;
        this.matrix = matrix;
        this.right = right;
    }

    /** Returns the paper's system: ones, but as many as there are unknowns on the diagonal; all right sides are 1. */
    static Equations generated(int size) {
        double[][] rows = new double[size][size];
        for (int i = 0; i < size; i++) {
            Arrays.fill(rows[i], 1);
            rows[i][i] = size;
        }
        double[] right = new double[size];
        Arrays.fill(right, 1);
        return new Equations("generated", true, size, new DenseMatrix(0, size, rows), right);
    }

    // communication (objects) (buffers) (rmi) {
    @Override
    public Equations elementAt(int index, int groupSize) {
        Partition rows = new Partition(size, groupSize);
        Matrix part = switch (matrix) {
            case DenseMatrix dense -> dense.elementAt(index, groupSize);
            case SparseMatrix sparse -> sparse.elementAt(index, groupSize);
        };
        return new Equations(
                origin, generated, size, part, Arrays.copyOfRange(right, rows.offset(index), rows.offset(index + 1)));
    }

    @Override
    public void setElementAt(int index, int groupSize, Equations element) {
        throw new UnsupportedOperationException("equations are only scattered");
    }
    // communication }

    String origin() {
        return origin;
    }

    boolean isGenerated() {
        return generated;
    }

    /** Returns the number of unknowns. */
    int size() {
        return size;
    }

    /** Returns the rows that are here. */
    Matrix matrix() {
        return matrix;
    }

    /** Returns the right side of a row that is here. */
    double right(int row) {
        return right[row];
    }
}

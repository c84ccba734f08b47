package tutti.examples.matrix;

import java.util.Arrays;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/**
 * A matrix as an array of rows (Figures 4 and 5 of the paper).
 *
 * <p>The part of a member is a block of rows, which knows its offset. It shares the rows of the whole: at the root of a
 * scatter, what is written into the part is written into the whole.
 */
public final class DenseMatrix implements Matrix, DividableDataObject<DenseMatrix> {
    private static final long serialVersionUID = 1;

    private final int offset;
    private final int columns;
    private final double[][] row;

    /** Makes a matrix of zeros. */
    public DenseMatrix(int rows, int columns) {
        this(0, columns, new double[rows][columns]);
    }

    /**
     * Makes a block of rows, which are not copied.
     *
     * @param offset which row of the whole matrix the first one is
     */
    public DenseMatrix(int offset, int columns, double[][] rows) {
        this.offset = offset;
        this.columns = columns;
        this.row = rows;
    }

    @Override
    public DenseMatrix elementAt(int index, int groupSize) {
        Partition blocks = new Partition(row.length, groupSize);
        return new DenseMatrix(
                offset + blocks.offset(index),
                columns,
                Arrays.copyOfRange(row, blocks.offset(index), blocks.offset(index + 1)));
    }

    @Override
    public void setElementAt(int index, int groupSize, DenseMatrix element) {
        Blocks.check(this, element, index, groupSize);
        System.arraycopy(element.row, 0, row, element.offset - offset, element.row.length);
    }

    @Override
    public int rows() {
        return row.length;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public long entries() {
        return (long) row.length * columns;
    }

    @Override
    public double get(int i, int column) {
        return row[i][column];
    }

    /** Writes an entry of a row that is here. */
    public void set(int i, int column, double value) {
        row[i][column] = value;
    }

    /** Four sums that do not wait for each other; always the same four. */
    @Override
    public double dot(int i, double[] x) {
        double[] a = row[i];
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = 0;
        for (; j < a.length - 3; j += 4) {
            sum0 += a[j] * x[j];
            sum1 += a[j + 1] * x[j + 1];
            sum2 += a[j + 2] * x[j + 2];
            sum3 += a[j + 3] * x[j + 3];
        }
        for (; j < a.length; j++) {
            sum0 += a[j] * x[j];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }
}

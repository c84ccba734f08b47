package tutti.examples.qr;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tutti.collectives.DividableDataObject;
import tutti.examples.matrix.Matrix;

/**
 * Some or all columns of a matrix, which are dealt out like cards: column j goes to rank j mod size.
 *
 * <p>The last columns have no more work than the first that way, whatever the number of members.
 */
final class CyclicColumns implements DividableDataObject<CyclicColumns>, Serializable {
    private static final long serialVersionUID = 1;
    private static final double LARGEST = 1000;

    private final String origin;
    private final int rows;
    private final int columns; // of the whole matrix
    private final double[][] column; // those that are here

    private CyclicColumns(String origin, int rows, int columns, double[][] column) {
        this.origin = origin;
        this.rows = rows;
        this.columns = columns;
        this.column = column;
    }

    /** Returns a square matrix of random numbers between -1000 and 1000; each column has its own seed, its index. */
    static CyclicColumns generated(int size) {
        double[][] column = new double[size][];
        Arrays.setAll(column, j -> generatedColumn(size, j));
        return new CyclicColumns("generated", size, size, column);
    }

    /** Returns a column of that matrix. */
    static double[] generatedColumn(int size, int j) {
        Random random = new Random(j);
        double[] column = new double[size];
        for (int i = 0; i < size; i++) {
            column[i] = random.nextInt() * (LARGEST / Integer.MAX_VALUE);
        }
        return column;
    }

    /** Returns the columns of a matrix. */
    static CyclicColumns of(String origin, Matrix matrix) {
        double[][] column = new double[matrix.columns()][matrix.rows()];
        for (int j = 0; j < matrix.columns(); j++) {
            for (int i = 0; i < matrix.rows(); i++) {
                column[j][i] = matrix.get(i, j);
            }
        }
        return new CyclicColumns(origin, matrix.rows(), matrix.columns(), column);
    }

    /** Returns a matrix to gather another in, which has the same shape as this one. */
    CyclicColumns empty() {
        return new CyclicColumns(origin, rows, columns, new double[columns][]);
    }

    /** Returns columns that take these columns' place. */
    CyclicColumns with(double[][] others) {
        return new CyclicColumns(origin, rows, columns, others);
    }

    // communication (objects) (buffers) (rmi) {
    @Override
    public CyclicColumns elementAt(int index, int groupSize) {
        List<double[]> part = new ArrayList<>();
        for (int j = index; j < columns; j += groupSize) {
            part.add(column[j]);
        }
        return with(part.toArray(double[][]::new));
    }

    @Override
    public void setElementAt(int index, int groupSize, CyclicColumns element) {
        for (int i = 0; i < element.column.length; i++) {
            column[index + i * groupSize] = element.column[i];
        }
    }
    // communication }

    String origin() {
        return origin;
    }

    int rows() {
        return rows;
    }

    /** Returns how many columns the whole matrix has. */
    int columns() {
        return columns;
    }

    /** Returns those that are here, not copied. */
    double[][] column() {
        return column;
    }
}

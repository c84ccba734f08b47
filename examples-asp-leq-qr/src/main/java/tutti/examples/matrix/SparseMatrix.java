package tutti.examples.matrix;

import java.io.Serializable;
import java.util.Arrays;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/**
 * A matrix as an array of compressed rows, of which each keeps only what is not zero (Figures 6 and 7 of the paper).
 *
 * <p>The part of a member is a block of rows, which knows its offset and shares the rows of the whole: rows never
 * change, they are only replaced by gathering.
 */
public final class SparseMatrix implements Matrix, DividableDataObject<SparseMatrix> {
    private static final long serialVersionUID = 1;

    private final int offset;
    private final int columns;
    private final Row[] row;

    /** Values, and the column of each, in ascending order. */
    private static final class Row implements Serializable {
        static final Row EMPTY = new Row(new int[0], new double[0]);
        private static final long serialVersionUID = 1;

        private final int[] index;
        private final double[] data;

        Row(int[] index, double[] data) {
            this.index = index;
            this.data = data;
        }
    }

    private SparseMatrix(int offset, int columns, Row[] row) {
        this.offset = offset;
        this.columns = columns;
        this.row = row;
    }

    /** Makes a matrix of zeros, to gather another in. */
    public SparseMatrix(int rows, int columns) {
        this(0, columns, new Row[rows]);
        Arrays.fill(row, Row.EMPTY);
    }

    /**
     * Makes a matrix of entries in any order; several at one place are added up, in their order.
     *
     * @param rowOf row of each entry
     * @param columnOf column of each entry
     * @param values value of each entry
     */
    public static SparseMatrix of(int rows, int columns, int[] rowOf, int[] columnOf, double[] values) {
        return block(0, rows, columns, rowOf, columnOf, values);
    }

    /** Makes a block of rows as {@link #of} does; rows of entries count from 0 in the block. */
    static SparseMatrix block(int offset, int rows, int columns, int[] rowOf, int[] columnOf, double[] values) {
        int[] identity = new int[values.length];
        Arrays.setAll(identity, entry -> entry);
        int[] order = sorted(rowOf, rows, sorted(columnOf, columns, identity)); // by row, then by column
        SparseMatrix matrix = new SparseMatrix(offset, columns, new Row[rows]);
        int next = 0;
        for (int i = 0; i < rows; i++) {
            int first = next;
            while (next < order.length && rowOf[order[next]] == i) {
                next++;
            }
            matrix.row[i] = row(Arrays.copyOfRange(order, first, next), columnOf, values);
        }
        return matrix;
    }

    private static Row row(int[] entries, int[] columnOf, double[] values) {
        int[] index = new int[entries.length];
        double[] data = new double[entries.length];
        int used = 0;
        for (int entry : entries) {
            if (used > 0 && index[used - 1] == columnOf[entry]) {
                data[used - 1] += values[entry];
            } else {
                index[used] = columnOf[entry];
                data[used++] = values[entry];
            }
        }
        return used == entries.length
                ? new Row(index, data)
                : new Row(Arrays.copyOf(index, used), Arrays.copyOf(data, used));
    }

    /** Returns entries in the order of their keys; those with equal keys stay in theirs. */
    private static int[] sorted(int[] keys, int limit, int[] entries) {
        int[] next = new int[limit + 1];
        for (int entry : entries) {
            next[keys[entry] + 1]++;
        }
        for (int key = 0; key < limit; key++) {
            next[key + 1] += next[key];
        }
        int[] order = new int[entries.length];
        for (int entry : entries) {
            order[next[keys[entry]]++] = entry;
        }
        return order;
    }

    @Override
    public SparseMatrix elementAt(int index, int groupSize) {
        Partition blocks = new Partition(row.length, groupSize);
        return new SparseMatrix(
                offset + blocks.offset(index),
                columns,
                Arrays.copyOfRange(row, blocks.offset(index), blocks.offset(index + 1)));
    }

    @Override
    public void setElementAt(int index, int groupSize, SparseMatrix element) {
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
        long entries = 0;
        for (Row one : row) {
            entries += one.index.length;
        }
        return entries;
    }

    @Override
    public double get(int i, int column) {
        int at = Arrays.binarySearch(row[i].index, column);
        return at < 0 ? 0 : row[i].data[at];
    }

    @Override
    public double dot(int i, double[] x) {
        int[] index = row[i].index;
        double[] data = row[i].data;
        double sum = 0;
        for (int entry = 0; entry < data.length; entry++) {
            sum += data[entry] * x[index[entry]];
        }
        return sum;
    }

    /** Gives all entries of a row that is here, in the order of their columns. */
    public void forEach(int i, EntryAction action) {
        Row one = row[i];
        for (int entry = 0; entry < one.index.length; entry++) {
            action.accept(one.index[entry], one.data[entry]);
        }
    }

    /** Takes an entry of a row. */
    @FunctionalInterface
    public interface EntryAction {
        /** Takes the column and the value. */
        void accept(int column, double value);
    }
}

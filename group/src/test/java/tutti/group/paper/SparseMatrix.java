package tutti.group.paper;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import tutti.collectives.DividableDataObject;

/** Some consecutive rows of a matrix of which zeros are not kept, or all: the paper's figures 6 and 7. */
class SparseMatrix implements DividableDataObject<SparseMatrix>, Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    final int n;
    final int offset;
    final Row[] rows;

    /** What is not zero in a row, and where it stands. */
    static class Row implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        final double[] data;
        final int[] index;

        Row(double... values) {
            index = IntStream.range(0, values.length)
                    .filter(i -> values[i] != 0)
                    .toArray();
            data = Arrays.stream(index).mapToDouble(i -> values[i]).toArray();
        }

        double[] dense(int n) {
            double[] values = new double[n];
            for (int i = 0; i < index.length; i++) {
                values[index[i]] = data[i];
            }
            return values;
        }
    }

    SparseMatrix(Row[] rows) {
        this.n = rows.length;
        this.offset = 0;
        this.rows = rows;
    }

    SparseMatrix(SparseMatrix whole, int offset, int size) {
        this.n = whole.n;
        this.offset = offset;
        this.rows = Arrays.copyOfRange(whole.rows, offset, offset + size);
    }

    @Override
    public SparseMatrix elementAt(int index, int groupSize) {
        /* calculate the i-th part of the matrix */
        int size = n / groupSize;
        int leftover = n % groupSize;
        int offset = index * size;

        if (index >= groupSize - leftover) {
            size += 1;
            offset += index - (groupSize - leftover);
        }
        /* return a new sub-matrix */
        return new SparseMatrix(this, offset, size);
    }

    @Override
    public void setElementAt(int index, int groupSize, SparseMatrix part) {
        System.arraycopy(part.rows, 0, rows, part.offset, part.rows.length);
    }
}

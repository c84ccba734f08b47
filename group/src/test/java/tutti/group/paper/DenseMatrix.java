package tutti.group.paper;

import java.io.Serial;
import java.io.Serializable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/** Some consecutive rows of a matrix, or all: the paper's figures 4 and 5. */
class DenseMatrix implements DividableDataObject<DenseMatrix>, Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    final int n;
    final int offset;
    final double[][] row;

    /** Makes rows of zeros: {@code size} of them, the first being row {@code offset} of a matrix of {@code n}. */
    DenseMatrix(int n, int offset, int size) {
        this.n = n;
        this.offset = offset;
        this.row = new double[size][n];
    }

    int size() {
        return row.length;
    }

    @Override
    public DenseMatrix elementAt(int index, int groupSize) {
        Partition rows = new Partition(n, groupSize);
        DenseMatrix part = new DenseMatrix(n, rows.offset(index), rows.size(index));
        for (int i = 0; i < part.size(); i++) {
            part.row[i] = row[part.offset + i];
        }
        return part;
    }

    @Override
    public void setElementAt(int index, int groupSize, DenseMatrix src) {
        for (int i = 0; i < src.size(); i++) {
            row[src.offset + i] = src.row[i];
        }
    }
}

package tutti.examples.matrix;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/**
 * Divides a dense matrix of EJML into blocks of rows, each of which is a matrix of EJML.
 *
 * @param matrix which is not copied
 */
public record DividableDense(DMatrixRMaj matrix) implements DividableDataObject<DMatrixRMaj> {
    @Override
    public DMatrixRMaj elementAt(int index, int groupSize) {
        Partition blocks = new Partition(matrix.numRows, groupSize);
        int columns = matrix.numCols;
        double[] part =
                Arrays.copyOfRange(matrix.data, blocks.offset(index) * columns, blocks.offset(index + 1) * columns);
        return DMatrixRMaj.wrap(blocks.size(index), columns, part);
    }

    @Override
    public void setElementAt(int index, int groupSize, DMatrixRMaj element) {
        Partition blocks = new Partition(matrix.numRows, groupSize);
        if (element.numRows != blocks.size(index) || element.numCols != matrix.numCols) {
            throw new IllegalArgumentException(
                    "part does not fit: rank=%d rows=%d columns=%d, its block of a matrix with columns=%d has rows=%d"
                            .formatted(index, element.numRows, element.numCols, matrix.numCols, blocks.size(index)));
        }
        int columns = matrix.numCols;
        System.arraycopy(element.data, 0, matrix.data, blocks.offset(index) * columns, element.numRows * columns);
    }
}

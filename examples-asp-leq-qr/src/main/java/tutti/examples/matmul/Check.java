package tutti.examples.matmul;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.jspecify.annotations.Nullable;

/** Compares a product with EJML's. */
final class Check {
    private static final double EPSILON = Math.ulp(1.0);

    private Check() {}

    /** Returns what is wrong, or null; entries are between -1 and 1. */
    static @Nullable String wrong(Summa.Shape shape, List<Summa.Block> blocks) {
        DMatrixRMaj product = new DMatrixRMaj(shape.rows(), shape.columns());
        CommonOps_DDRM.mult(
                matrix(shape.rows(), shape.inner(), RandomEntries::ofA),
                matrix(shape.inner(), shape.columns(), RandomEntries::ofB),
                product);
        double limit = 2 * EPSILON * shape.inner() * shape.inner();
        long compared = 0;
        for (Summa.Block block : blocks) {
            for (int i = 0; i < block.rows.length; i++) {
                for (int j = 0; j < block.rows[i].length; j++) {
                    int row = block.firstRow + i;
                    int column = block.firstColumn + j;
                    double expected = product.get(row, column);
                    if (!(Math.abs(block.rows[i][j] - expected) <= limit)) {
                        return "C(%d, %d) is %s, and EJML's is %s"
                                .formatted(row + 1, column + 1, block.rows[i][j], expected);
                    }
                    compared++;
                }
            }
        }
        long elements = (long) shape.rows() * shape.columns();
        return compared == elements ? null : "blocks have %d elements, and C has %d".formatted(compared, elements);
    }

    private static DMatrixRMaj matrix(int rows, int columns, Summa.Entries entries) {
        DMatrixRMaj matrix = new DMatrixRMaj(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                matrix.set(i, j, entries.at(i, j));
            }
        }
        return matrix;
    }
}

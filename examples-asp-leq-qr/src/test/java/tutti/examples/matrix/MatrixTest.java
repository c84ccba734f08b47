package tutti.examples.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.ejml.sparse.csc.CommonOps_DSCC;
import org.ejml.sparse.csc.MatrixFeatures_DSCC;
import org.ejml.sparse.csc.RandomMatrices_DSCC;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.DividableDataObject;
import tutti.examples.support.InputException;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

class MatrixTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"1, 5, 3", "2, 5, 3", "3, 7, 7", "4, 3, 5", "7, 20, 1", "8, 9, 9"})
    void shouldScatterAndGather(int members, int rows, int columns) {
        DenseMatrix dense = Ejml.matrix(RandomMatrices_DDRM.rectangle(rows, columns, new Random(members)));
        SparseMatrix sparse =
                Ejml.matrix(RandomMatrices_DSCC.rectangle(rows, columns, rows * columns / 3, new Random(members)));

        assertSame(scatterAndGather(members, dense, new DenseMatrix(rows, columns)), dense);
        assertSame(scatterAndGather(members, sparse, new SparseMatrix(rows, columns)), sparse);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 8})
    void shouldScatterAndGatherMatricesOfEjml(int members) {
        DMatrixRMaj dense = RandomMatrices_DDRM.rectangle(6, 5, new Random(1));
        DMatrixSparseCSC sparse = RandomMatrices_DSCC.rectangle(6, 5, 11, new Random(2));
        sparse.sortIndices(null);

        DMatrixRMaj gathered = scatterAndGather(
                        members, new DividableDense(dense), new DividableDense(new DMatrixRMaj(6, 5)))
                .matrix();
        DMatrixSparseCSC gatheredSparse = scatterAndGather(
                        members, DividableSparse.of(sparse), DividableSparse.zeros(6, 5))
                .matrix();

        assertThat(MatrixFeatures_DDRM.isEquals(gathered, dense)).isTrue();
        assertThat(MatrixFeatures_DSCC.isEquals(gatheredSparse, sparse)).isTrue();
    }

    @Test
    void shouldRefuseForeignParts() {
        DenseMatrix whole = new DenseMatrix(6, 2);

        assertThatThrownBy(() -> whole.setElementAt(0, 3, whole.elementAt(1, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank=0 offset=2 rows=2 columns=2");
        assertThatThrownBy(() -> new SparseMatrix(6, 2).setElementAt(0, 3, new SparseMatrix(2, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("columns=3");
        assertThatThrownBy(() -> new DividableDense(new DMatrixRMaj(6, 2)).setElementAt(0, 3, new DMatrixRMaj(1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows=1");
    }

    @Test
    void shouldAddUpEntriesAtOnePlace() {
        SparseMatrix matrix =
                SparseMatrix.of(2, 3, new int[] {1, 0, 1, 1}, new int[] {2, 1, 0, 2}, new double[] {4, 5, 6, 0.5});

        assertThat(matrix.entries()).isEqualTo(3);
        assertThat(matrix.get(1, 2)).isEqualTo(4.5);
        assertThat(matrix.get(0, 2)).isZero();
        assertThat(matrix.dot(1, new double[] {1, 10, 100})).isEqualTo(456);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8, 11})
    void shouldMultiplyAsEjmlDoes(int columns) {
        DMatrixRMaj matrix = RandomMatrices_DDRM.rectangle(3, columns, new Random(columns));
        DMatrixRMaj x = RandomMatrices_DDRM.rectangle(columns, 1, new Random(7));
        DMatrixRMaj product = new DMatrixRMaj(3, 1);
        CommonOps_DDRM.mult(matrix, x, product);

        for (int row = 0; row < 3; row++) {
            assertThat(Ejml.matrix(matrix).dot(row, x.data)).isCloseTo(product.get(row), within());
        }
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.api.Assertions.within(1e-14);
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.mtx", "m.mtx.gz"})
    void shouldReadWhatItWrites(String name) throws Exception {
        DenseMatrix dense = Ejml.matrix(RandomMatrices_DDRM.rectangle(4, 3, -1e9, 1e-9, new Random(3)));
        SparseMatrix sparse = Ejml.matrix(RandomMatrices_DSCC.rectangle(5, 4, 6, new Random(4)));
        Path file = folder.resolve(name);

        MatrixFile.write(dense, file);
        Matrix denseAgain = MatrixFile.read(file);
        MatrixFile.write(sparse, file);
        Matrix sparseAgain = MatrixFile.read(file);

        assertThat(denseAgain).isInstanceOf(DenseMatrix.class);
        assertThat(sparseAgain).isInstanceOf(SparseMatrix.class);
        assertSame(denseAgain, dense);
        assertSame(sparseAgain, sparse);
    }

    @Test
    void shouldMirrorSymmetricFiles() throws Exception {
        Matrix sparse = read("coordinate real symmetric\n3 3 2\n2 1 5\n3 3 6\n");
        Matrix dense = read("array integer symmetric\n2 2\n1\n2\n3\n");

        assertThat(List.of(sparse.get(0, 1), sparse.get(1, 0), sparse.get(2, 2)))
                .containsExactly(5.0, 5.0, 6.0);
        assertThat(sparse.entries()).isEqualTo(3);
        assertThat(List.of(dense.get(0, 1), dense.get(1, 0), dense.get(1, 1))).containsExactly(2.0, 2.0, 3.0);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThatThrownBy(() -> read("array real general\n40000 40000\n1\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is too large: needs 12207 MiB, limit=");
    }

    @Test
    void shouldConvertSparseMatrices() {
        DMatrixSparseCSC sparse = RandomMatrices_DSCC.rectangle(5, 6, 12, new Random(5));
        DMatrixRMaj dense = Ejml.dense(Ejml.matrix(sparse));

        assertThat(dense.numCols).isEqualTo(6);
        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < 6; column++) {
                assertThat(dense.get(row, column)).isEqualTo(sparse.get(row, column));
            }
        }
        assertThat(CommonOps_DSCC.checkStructure(Ejml.sparse(Ejml.matrix(sparse))))
                .isTrue();
    }

    private Matrix read(String text) throws Exception {
        return MatrixFile.read(Files.writeString(folder.resolve("m.mtx"), "%%MatrixMarket matrix " + text));
    }

    private static void assertSame(Matrix one, Matrix other) {
        assertThat(one.rows()).isEqualTo(other.rows());
        assertThat(one.columns()).isEqualTo(other.columns());
        assertThat(one.entries()).isEqualTo(other.entries());
        for (int row = 0; row < one.rows(); row++) {
            for (int column = 0; column < one.columns(); column++) {
                assertThat(one.get(row, column)).isEqualTo(other.get(row, column));
            }
        }
    }

    /** The last member scatters, the first gathers: in all but one JVM what arrives there has been sent twice. */
    static <T, D extends DividableDataObject<T>> D scatterAndGather(int members, D whole, D empty) {
        List<@Nullable D> gathered = new CopyOnWriteArrayList<>();
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            master.start("matrix", () -> new ColMember() {
                @Override
                public void run() {
                    int rank = group().rank(this);
                    T part = scatter(group(), rank == members - 1 ? whole : null, members - 1);
                    D result = gather(group(), rank == 0 ? empty : null, part, 0);
                    if (rank == 0) {
                        gathered.add(Objects.requireNonNull(result));
                    }
                }
            });
        }
        return Objects.requireNonNull(new ArrayList<>(gathered).getFirst());
    }
}

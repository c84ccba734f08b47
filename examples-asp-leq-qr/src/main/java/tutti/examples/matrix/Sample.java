package tutti.examples.matrix;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import tutti.collectives.DividableDataObject;

/**
 * A matrix whose scatter and gather are timed.
 *
 * @param name for the table
 * @param matrix to hand out
 * @param empty makes one to gather in
 */
record Sample<T extends Matrix & DividableDataObject<T>>(String name, T matrix, Supplier<T> empty) {
    private static final int SEED = 512;

    /** Returns the paper's three: dense, with half of the entries zero, and with 95 % of them. */
    static List<Sample<?>> generated(int size) {
        return List.of(
                of("dense", Ejml.matrix(Ejml.dense(sparse(size, 0)))),
                of("50 % zeros", sparse(size, 50)),
                of("95 % zeros", sparse(size, 95)));
    }

    static Sample<?> of(String name, Matrix matrix) {
        return switch (matrix) {
            case DenseMatrix dense -> new Sample<>(name, dense, () -> new DenseMatrix(dense.rows(), dense.columns()));
            case SparseMatrix sparse ->
                new Sample<>(name, sparse, () -> new SparseMatrix(sparse.rows(), sparse.columns()));
        };
    }

    private static SparseMatrix sparse(int size, int percentZeros) {
        Random random = new Random(SEED);
        int[] rows = new int[size * size];
        int[] columns = new int[size * size];
        double[] values = new double[size * size];
        int used = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (random.nextInt(100) >= percentZeros) {
                    rows[used] = i;
                    columns[used] = j;
                    values[used++] = random.nextDouble() + 1;
                }
            }
        }
        return SparseMatrix.of(
                size, size, Arrays.copyOf(rows, used), Arrays.copyOf(columns, used), Arrays.copyOf(values, used));
    }
}

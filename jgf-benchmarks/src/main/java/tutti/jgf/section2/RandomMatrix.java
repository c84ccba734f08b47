package tutti.jgf.section2;

import java.util.Random;
import java.util.stream.IntStream;

/**
 * Nonzeros in coordinate form, and the vector that the matrix is multiplied by.
 *
 * @param vector as long as the whole matrix has columns
 * @param rows row of each nonzero, in the whole matrix
 * @param columns column of each nonzero
 * @param values the nonzeros
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RandomMatrix(double[] vector, int[] rows, int[] columns, double[] values) {
    private static final long SEED = 10101010;
    private static final double SCALE = 1e-6;

    /** Draws the vector, and then row, column and value of each nonzero. */
    static RandomMatrix of(int size, int nonzeros) {
        Random random = new Random(SEED);
        double[] vector = new double[size];
        for (int i = 0; i < size; i++) {
            vector[i] = random.nextDouble() * SCALE;
        }
        RandomMatrix matrix = new RandomMatrix(vector, new int[nonzeros], new int[nonzeros], new double[nonzeros]);
        for (int i = 0; i < nonzeros; i++) {
            matrix.rows[i] = index(random, size);
            matrix.columns[i] = index(random, size);
            matrix.values[i] = random.nextDouble();
        }
        return matrix;
    }

    /** A long has the absolute value of every int. */
    private static int index(Random random, int size) {
        return (int) (Math.abs((long) random.nextInt()) % size);
    }

    /** Returns the nonzeros of some rows, in their order. */
    RandomMatrix rows(int first, int count) {
        int[] chosen = IntStream.range(0, rows.length)
                .filter(i -> rows[i] >= first && rows[i] < first + count)
                .toArray();
        return new RandomMatrix(
                vector,
                IntStream.of(chosen).map(i -> rows[i]).toArray(),
                IntStream.of(chosen).map(i -> columns[i]).toArray(),
                IntStream.of(chosen).mapToDouble(i -> values[i]).toArray());
    }

    /** Adds the product of matrix and vector to a vector. */
    void addProductTo(double[] result) {
        for (int i = 0; i < values.length; i++) {
            result[rows[i]] += vector[columns[i]] * values[i];
        }
    }

    /** Adds up elements of a vector, one for the row of each nonzero. */
    double sumOf(double[] result) {
        double sum = 0;
        for (int row : rows) {
            sum += result[row];
        }
        return sum;
    }
}

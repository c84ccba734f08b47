package tutti.nas.cg;

import java.util.Arrays;
import tutti.nas.kernel.NasRandom;

/**
 * Makes the suite's matrix: a weighted sum of the outer products of n sparse random vectors with themselves, shifted.
 *
 * <p>Every member draws all vectors, which takes little time, and keeps what falls into its block.
 */
final class MatrixGenerator {
    private static final double CONDITION = 0.1; // by how much the weights decrease from the first to the last
    private static final double DIAGONAL = 0.5; // element i of vector i

    private final Cg.Problem problem;
    private final ProcessGrid grid;

    /** The vectors, one behind the other, with room for the same number of elements in each. */
    private final int[] indices;

    private final double[] elements;
    private final int[] lengths;

    private MatrixGenerator(Cg.Problem problem, ProcessGrid grid) {
        this.problem = problem;
        this.grid = grid;
        indices = new int[problem.n() * room()];
        elements = new double[indices.length];
        lengths = new int[problem.n()];
    }

    static SparseMatrix generate(Cg.Problem problem, ProcessGrid grid) {
        MatrixGenerator generator = new MatrixGenerator(problem, grid);
        generator.drawVectors();
        return generator.merge(generator.collect());
    }

    private int room() {
        return problem.nonzeros() + 1;
    }

    private void drawVectors() {
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.next(); // the suite draws one before
        int powerOfTwo = powerOfTwoFrom(problem.n());
        for (int vector = 0; vector < problem.n(); vector++) {
            int first = vector * room();
            int length = 0;
            while (length < problem.nonzeros()) {
                double element = random.next();
                int index = (int) (powerOfTwo * random.next());
                if (index < problem.n() && find(first, length, index) < 0) {
                    indices[first + length] = index;
                    elements[first + length] = element;
                    length++;
                }
            }
            int diagonal = find(first, length, vector);
            if (diagonal < 0) {
                diagonal = first + length++;
                indices[diagonal] = vector;
            }
            elements[diagonal] = DIAGONAL;
            lengths[vector] = length;
        }
    }

    private static int powerOfTwoFrom(int n) {
        return Integer.highestOneBit(n - 1) << 1;
    }

    private int find(int first, int length, int index) {
        for (int i = first; i < first + length; i++) {
            if (indices[i] == index) {
                return i;
            }
        }
        return -1;
    }

    /** Takes an element of an outer product that is in the block. */
    private interface Taker {
        void take(int row, int column, double value);
    }

    private void forEachInBlock(Taker taker) {
        double weight = 1;
        double ratio = Math.pow(CONDITION, 1.0 / problem.n());
        for (int vector = 0; vector < problem.n(); vector++) {
            int first = vector * room();
            for (int i = first; i < first + lengths[vector]; i++) {
                int row = indices[i] - grid.firstRow();
                if (row >= 0 && row < grid.rows()) {
                    takeRow(vector, row, weight * elements[i], taker);
                }
            }
            weight *= ratio;
        }
    }

    private void takeRow(int vector, int row, double scale, Taker taker) {
        int first = vector * room();
        for (int i = first; i < first + lengths[vector]; i++) {
            int column = indices[i] - grid.firstColumn();
            if (column >= 0 && column < grid.columns()) {
                boolean isDiagonal = indices[i] == vector && row + grid.firstRow() == vector;
                taker.take(row, column, elements[i] * scale + (isDiagonal ? CONDITION - problem.shift() : 0));
            }
        }
    }

    /** Collects all elements of the block, row by row; some are at the same place. */
    private SparseMatrix collect() {
        int[] rowStarts = new int[grid.rows() + 1];
        forEachInBlock((row, column, value) -> rowStarts[row + 1]++);
        Arrays.parallelPrefix(rowStarts, Integer::sum);
        int[] next = rowStarts.clone();
        int[] columns = new int[rowStarts[grid.rows()]];
        double[] values = new double[columns.length];
        forEachInBlock((row, column, value) -> {
            columns[next[row]] = column;
            values[next[row]++] = value;
        });
        return new SparseMatrix(rowStarts, columns, values);
    }

    /** Adds up elements at the same place, and sorts those of each row by column. */
    private SparseMatrix merge(SparseMatrix all) {
        int[] rowStarts = new int[grid.rows() + 1];
        int[] columns = new int[all.columns().length];
        double[] values = new double[columns.length];
        double[] sums = new double[grid.columns()];
        int[] lastRow = new int[grid.columns()]; // plus 1, in which the column was met
        int end = 0;
        for (int row = 0; row < grid.rows(); row++) {
            int begin = end;
            for (int i = all.rowStarts()[row]; i < all.rowStarts()[row + 1]; i++) {
                int column = all.columns()[i];
                if (lastRow[column] != row + 1) {
                    lastRow[column] = row + 1;
                    sums[column] = 0;
                    columns[end++] = column;
                }
                sums[column] += all.values()[i];
            }
            Arrays.sort(columns, begin, end);
            for (int i = begin; i < end; i++) {
                values[i] = sums[columns[i]];
            }
            rowStarts[row + 1] = end;
        }
        return new SparseMatrix(rowStarts, Arrays.copyOf(columns, end), Arrays.copyOf(values, end));
    }
}

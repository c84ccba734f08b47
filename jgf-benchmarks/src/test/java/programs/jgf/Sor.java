package programs.jgf;

import java.util.Random;
import mpi.MPI;

/** Successive over-relaxation, red and black: rows go to both neighbours after each half of an iteration. */
class Sor {
    private static final double OMEGA = 1.25;

    private Sor() {}

    static double run(int n, int iterations) {
        int rank = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        double[][] grid = new double[n][n];
        Random random = new Random(10101010);
        for (double[] row : grid) {
            for (int j = 0; j < n; j++) {
                row[j] = random.nextDouble() * 1e-6;
            }
        }
        double[][] alone = new double[n][];
        for (int i = 0; i < n; i++) {
            alone[i] = grid[i].clone();
        }
        int first = 1 + JavaGrande.first(n - 2, rank); // the border is fixed
        int end = 1 + JavaGrande.first(n - 2, rank + 1);
        boolean active = end > first;
        int above = active && rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int below = active && end < n - 1 && rank < ranks - 1 ? rank + 1 : MPI.PROC_NULL;
        for (int half = 0; half < 2 * iterations; half++) {
            for (int i = first; i < end; i++) {
                relax(grid, i, half % 2);
            }
            relaxAll(alone, half % 2);
            if (active) {
                MPI.COMM_WORLD.Sendrecv(grid[first], 0, n, MPI.DOUBLE, above, 1, grid[end], 0, n, MPI.DOUBLE, below, 1);
                MPI.COMM_WORLD.Sendrecv(
                        grid[end - 1], 0, n, MPI.DOUBLE, below, 2, grid[first - 1], 0, n, MPI.DOUBLE, above, 2);
            }
        }
        collect(grid, first, end);
        JavaGrande.validate("SOR", sum(alone), sum(grid), 0); // no bit depends on the number of ranks
        return sum(grid);
    }

    private static void relaxAll(double[][] grid, int colour) {
        for (int i = 1; i < grid.length - 1; i++) {
            relax(grid, i, colour);
        }
    }

    private static void relax(double[][] grid, int i, int colour) {
        for (int j = 1 + (i + 1 + colour) % 2; j < grid.length - 1; j += 2) {
            double around = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
            grid[i][j] = OMEGA / 4 * around + (1 - OMEGA) * grid[i][j];
        }
    }

    /** Rows go to rank 0 as objects. */
    private static void collect(double[][] grid, int first, int end) {
        if (MPI.COMM_WORLD.Rank() > 0) {
            MPI.COMM_WORLD.Ssend(grid, first, end - first, MPI.OBJECT, 0, 3);
            return;
        }
        for (int rank = 1; rank < MPI.COMM_WORLD.Size(); rank++) {
            int start = 1 + JavaGrande.first(grid.length - 2, rank);
            int count = 1 + JavaGrande.first(grid.length - 2, rank + 1) - start;
            MPI.COMM_WORLD.Recv(grid, start, count, MPI.OBJECT, rank, 3);
        }
    }

    private static double sum(double[][] grid) {
        double sum = 0;
        for (int i = 1; i < grid.length - 1; i++) {
            for (int j = 1; j < grid.length - 1; j++) {
                sum += grid[i][j];
            }
        }
        return sum;
    }
}

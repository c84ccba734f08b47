package programs.paper;

import java.nio.ByteBuffer;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;

/** Householder's method with pivoting: all agree on the longest column that is left, and its owner broadcasts it. */
public class Qr {
    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int n = Integer.parseInt(args[0]);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        double[][] columns = new double[(n - rank + size - 1) / size][n]; // column i * size + rank of the matrix
        boolean[] done = new boolean[columns.length];
        double[] norms = new double[columns.length];
        double[] firsts = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            Random random = new Random(i * size + rank);
            for (int row = 0; row < n; row++) {
                columns[i][row] = random.nextInt() * (1000.0 / Integer.MAX_VALUE);
            }
            norms[i] = Sums.dot(columns[i], 0, columns[i], 0);
        }

        int[] order = new int[n];
        ByteBuffer pivot = MPI.newByteBuffer(MPI.doubleInt.getExtent());
        for (int k = 0; k < n; k++) {
            int best = -1;
            for (int i = 0; i < columns.length; i++) {
                best = !done[i] && (best < 0 || norms[i] > norms[best]) ? i : best;
            }
            mpi.DoubleInt.Data longest = MPI.doubleInt.getData(pivot);
            longest.putValue(best < 0 ? -1 : norms[best]);
            longest.putIndex(best < 0 ? Integer.MAX_VALUE : best * size + rank);
            MPI.COMM_WORLD.allReduce(pivot, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
            int chosen = longest.getIndex();
            order[k] = chosen;
            double[] h = new double[n - k];
            if (chosen % size == rank) {
                int i = chosen / size;
                h = reflection(columns[i], k, norms[i]);
                firsts[i] = h[0];
                done[i] = true;
            }
            MPI.COMM_WORLD.bcast(h, h.length, MPI.DOUBLE, chosen % size);
            for (int i = 0; i < columns.length; i++) {
                if (!done[i]) {
                    add(columns[i], k, -Sums.dot(h, 0, columns[i], k), h);
                    norms[i] = Sums.dot(columns[i], k + 1, columns[i], k + 1);
                }
            }
        }
        long[] checksum = {0};
        for (int i = 0; i < columns.length; i++) {
            checksum[0] += Checksum.of(i * size + rank, columns[i]) + Checksum.of(i * size + rank, firsts[i]);
        }
        MPI.COMM_WORLD.reduce(checksum, 1, MPI.LONG, MPI.SUM, 0);
        if (rank == 0) {
            System.out.printf("qr: %016x%n", checksum[0] + Checksum.of(0, order));
        }
        MPI.Finalize();
    }

    /** Replaces a column from row k on by an element of R and the reflection, which is returned. */
    private static double[] reflection(double[] column, int k, double norm) {
        double[] h = new double[column.length - k];
        System.arraycopy(column, k, h, 0, h.length);
        double r = h[0] > 0 ? -Math.sqrt(norm) : Math.sqrt(norm);
        h[0] -= r;
        double scale = Math.sqrt(2 / Sums.dot(h, 0, h, 0));
        for (int row = 0; row < h.length; row++) {
            h[row] *= scale;
        }
        System.arraycopy(h, 1, column, k + 1, h.length - 1);
        column[k] = r;
        return h;
    }

    private static void add(double[] column, int from, double factor, double[] h) {
        for (int row = 0; row < h.length; row++) {
            column[from + row] += factor * h[row];
        }
    }
}

package programs.paper;

import mpi.MPI;
import mpi.MPIException;

/** Jacobi's method for ones, but n on the diagonal: blocks of the solution to all, and the sum of the changes. */
public class Leq {
    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int n = Integer.parseInt(args[0]);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int[] counts = new int[size];
        int[] starts = new int[size];
        for (int i = 0; i < size; i++) {
            starts[i] = (int) ((long) n * i / size);
            counts[i] = (int) ((long) n * (i + 1) / size) - starts[i];
        }

        double[] x = new double[n];
        int phases = 0;
        double change;
        do {
            double[] own = new double[counts[rank]];
            long[] sum = new long[3];
            for (int i = 0; i < own.length; i++) {
                int row = starts[rank] + i;
                own[i] = x[row] + (1 - product(x, row)) / n;
                Sums.add(sum, Math.abs(own[i] - x[row]));
            }
            MPI.COMM_WORLD.allGatherv(own, own.length, MPI.DOUBLE, x, counts, starts, MPI.DOUBLE);
            MPI.COMM_WORLD.allReduce(sum, sum.length, MPI.LONG, MPI.SUM);
            change = Sums.value(sum);
            phases++;
        } while (change >= 0.001);
        if (rank == 0) {
            System.out.printf("leq: %016x%n", Checksum.of(phases, x));
        }
        MPI.Finalize();
    }

    /** Returns a row of the matrix times a vector. */
    private static double product(double[] x, int row) {
        double[] a = new double[x.length];
        java.util.Arrays.fill(a, 1);
        a[row] = x.length;
        return Sums.dot(a, 0, x, 0);
    }
}

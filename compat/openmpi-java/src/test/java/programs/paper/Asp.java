package programs.paper;

import java.util.Random;
import mpi.MPI;
import mpi.MPIException;

/** All-pairs shortest paths: the owner of row k broadcasts it in step k. */
public class Asp {
    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int n = Integer.parseInt(args[0]);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int first = (int) ((long) n * rank / size);
        int end = (int) ((long) n * (rank + 1) / size);

        int[][] table = new int[n][n];
        Random random = new Random(132);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                table[i][j] = i == j ? 0 : 1 + random.nextInt(42);
            }
        }
        MPI.COMM_WORLD.barrier();
        int owner = 0;
        for (int k = 0; k < n; k++) {
            while (k >= (int) ((long) n * (owner + 1) / size)) {
                owner++;
            }
            MPI.COMM_WORLD.bcast(table[k], n, MPI.INT, owner);
            for (int i = first; i < end; i++) {
                for (int j = 0; j < n; j++) {
                    table[i][j] = Math.min(table[i][j], table[i][k] + table[k][j]);
                }
            }
        }
        long[] checksum = {0};
        for (int i = first; i < end; i++) {
            checksum[0] += Checksum.of(i, table[i]);
        }
        MPI.COMM_WORLD.reduce(checksum, 1, MPI.LONG, MPI.SUM, 0);
        if (rank == 0) {
            System.out.printf("asp: %016x%n", checksum[0]);
        }
        MPI.Finalize();
    }
}

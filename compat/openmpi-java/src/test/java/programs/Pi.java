package programs;

import mpi.MPI;
import mpi.MPIException;

/** Adds up rectangles below a quarter of a circle. */
public class Pi {
    static int rectangles; // of this rank

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int[] n = {rank == 0 ? Integer.parseInt(args[0]) : 0};
        MPI.COMM_WORLD.bcast(n, 1, MPI.INT, 0);

        double width = 1.0 / n[0];
        double[] area = {0};
        for (int i = rank; i < n[0]; i += size) {
            double x = (i + 0.5) * width;
            area[0] += 4 / (1 + x * x) * width;
            rectangles++;
        }
        MPI.COMM_WORLD.reduce(area, 1, MPI.DOUBLE, MPI.SUM, 0);
        if (rank == 0) {
            System.out.printf("%d of %d rectangles here, pi is about %.9f%n", rectangles, n[0], area[0]);
        } else {
            MPI.COMM_WORLD.send(new int[] {rectangles}, 1, MPI.INT, 0, 7);
        }
        for (int i = 1; rank == 0 && i < size; i++) {
            int[] count = new int[1];
            int source =
                    MPI.COMM_WORLD.recv(count, 1, MPI.INT, MPI.ANY_SOURCE, 7).getSource();
            System.out.printf("rank %d: %d%n", source, count[0]);
        }
        MPI.Finalize();
    }
}

package programs.jgf;

import java.util.Vector;
import mpi.MPI;
import tutti.jgf.section3.ModelParts;

/** Section 3. */
class Applications {
    private Applications() {}

    /** All ranks hold all particles, and add up the forces, energies and numbers of interactions in place. */
    static double molDyn(int cells, int moves) {
        double alone = energy(cells, moves, 0, 1);
        double together = energy(cells, moves, MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
        JavaGrande.validate("MolDyn", alone, together, 1e-9 * alone); // sums of forces have another order
        return together;
    }

    private static double energy(int cells, int moves, int rank, int ranks) {
        ModelParts.Molecules molecules = new ModelParts.Molecules(cells, rank, ranks);
        int n = molecules.count();
        double[] forces = new double[3 * n];
        double[] potential = new double[1];
        double[] virial = new double[1];
        double energy = 0;
        for (int move = 1; move <= moves; move++) {
            molecules.move(forces);
            int[] interactions = {molecules.share(forces, potential, virial)};
            if (ranks > 1) {
                for (int axis = 0; axis < 3; axis++) {
                    MPI.COMM_WORLD.Allreduce(forces, axis * n, forces, axis * n, n, MPI.DOUBLE, MPI.SUM);
                }
                MPI.COMM_WORLD.Allreduce(potential, 0, potential, 0, 1, MPI.DOUBLE, MPI.SUM);
                MPI.COMM_WORLD.Allreduce(virial, 0, virial, 0, 1, MPI.DOUBLE, MPI.SUM);
                MPI.COMM_WORLD.Allreduce(interactions, 0, interactions, 0, 1, MPI.INT, MPI.SUM);
            }
            energy = molecules.accelerate(forces);
            if (move == 10) { // the suite rescales no later
                energy = molecules.rescale(energy);
            }
        }
        return energy;
    }

    /** Each rank sends a vector of its paths to rank 0. */
    @SuppressWarnings("JdkObsolete") // the suite's programs send one
    static void monteCarlo(int runs) {
        int rank = MPI.COMM_WORLD.Rank();
        Vector<Object> own = new Vector<Object>();
        for (int run = JavaGrande.first(runs, rank); run < JavaGrande.first(runs, rank + 1); run++) {
            own.add(ModelParts.path(run));
        }
        if (rank > 0) {
            MPI.COMM_WORLD.Ssend(new Object[] {own}, 0, 1, MPI.OBJECT, 0, 4);
            return;
        }
        for (int from = 1; from < MPI.COMM_WORLD.Size(); from++) {
            Object[] received = new Object[1];
            MPI.COMM_WORLD.Recv(received, 0, 1, MPI.OBJECT, from, 4);
            own.addAll((Vector<?>) received[0]);
        }
        double actual = 0;
        double expected = 0;
        for (int run = 0; run < runs; run++) {
            actual += ModelParts.expectedReturn(own.get(run));
            expected += ModelParts.expectedReturn(ModelParts.path(run));
        }
        JavaGrande.validate("MonteCarlo", expected, actual, 0);
    }

    /** Rows are dealt out; the checksum is reduced in place, and the pixels go to rank 0. */
    static void rayTracer(int width, double expected) {
        int rank = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        int[] own = new int[(width - rank + ranks - 1) / ranks * width];
        double[] checksum = {0};
        for (int row = rank; row < width; row += ranks) {
            int[] pixels = ModelParts.pixels(row, width);
            System.arraycopy(pixels, 0, own, row / ranks * width, width);
            checksum[0] += sum(pixels);
        }
        MPI.COMM_WORLD.Reduce(checksum, 0, checksum, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        if (rank > 0) {
            MPI.COMM_WORLD.Ssend(own, 0, own.length, MPI.INT, 0, 5);
            return;
        }
        double ofAll = sum(own);
        for (int from = 1; from < ranks; from++) {
            int[] received = new int[(width - from + ranks - 1) / ranks * width];
            MPI.COMM_WORLD.Recv(received, 0, received.length, MPI.INT, from, 5);
            ofAll += sum(received);
        }
        JavaGrande.validate("RayTracer", expected, checksum[0], 0);
        JavaGrande.validate("RayTracer's picture", expected, ofAll, 0);
    }

    private static double sum(int[] pixels) {
        double sum = 0;
        for (int pixel : pixels) {
            sum += (pixel >> 16 & 0xff) + (pixel >> 8 & 0xff) + (pixel & 0xff);
        }
        return sum;
    }
}

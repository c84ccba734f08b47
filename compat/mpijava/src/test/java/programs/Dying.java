package programs;

import mpi.MPI;
import mpi.MPIException;

/** Rank 1 ends too early, in one of several ways; the others say what they get. */
public class Dying {
    public static void main(String[] args) throws Exception {
        args = MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        if (me == 1) {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 1); // the others have come so far
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 2, 1);
            if (args[0].equals("kill")) {
                String self = "" + ProcessHandle.current().pid();
                new ProcessBuilder("kill", "-9", self).start().waitFor();
                Thread.sleep(60_000);
            }
            if (args[0].equals("throw")) {
                throw new IllegalStateException("no input");
            }
            if (args[0].equals("exit")) {
                System.exit(0);
            }
            return; // without Finalize
        }
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 1);
        try {
            if (me == 0) {
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 0);
            } else {
                MPI.COMM_WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM);
            }
        } catch (MPIException e) {
            System.out.println("rank " + me + " is told: " + e.getMessage());
        }
    }
}

package programs;

import mpi.MPI;
import mpi.MPIException;

/** Rank 1 is killed; the others say what they get. */
public class Dying {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int me = MPI.COMM_WORLD.getRank();
        if (me == 1) {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1); // the others have come so far
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 2, 1);
            String self = "" + ProcessHandle.current().pid();
            new ProcessBuilder("kill", "-9", self).start().waitFor();
            Thread.sleep(60_000);
        }
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, 1);
        try {
            if (me == 0) {
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
            } else {
                MPI.COMM_WORLD.allReduce(new int[1], 1, MPI.INT, MPI.SUM);
            }
        } catch (MPIException e) {
            System.out.println("rank " + me + " is told: " + e.getMessage());
        }
    }
}

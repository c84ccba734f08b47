package programs;

import mpi.MPI;
import mpi.MPIException;

/** Its last rank ends the job; the others wait for it. */
public class Aborting {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int last = MPI.COMM_WORLD.getSize() - 1;
        if (MPI.COMM_WORLD.getRank() == last) {
            MPI.COMM_WORLD.abort(3);
        }
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, last, 0);
    }
}

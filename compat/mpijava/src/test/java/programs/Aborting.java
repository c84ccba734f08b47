package programs;

import mpi.MPI;

/** Its last rank ends the job; the others wait for it. */
public class Aborting {
    public static void main(String[] args) {
        MPI.Init(args);
        int last = MPI.COMM_WORLD.Size() - 1;
        if (MPI.COMM_WORLD.Rank() == last) {
            MPI.COMM_WORLD.Abort(3);
        }
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, last, 0);
    }
}

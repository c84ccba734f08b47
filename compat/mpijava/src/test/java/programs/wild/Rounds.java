package programs.wild;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Begins and ends ten times in one JVM, with what the rounds before have left. */
public class Rounds {

    public static void main(String[] args) {
        Intracomm old = null;
        for (int round = 0; round < 10; round++) {
            String[] rest = MPI.Init(args);
            Check.same(args.length, rest.length);
            int me = MPI.COMM_WORLD.Rank();
            int size = MPI.COMM_WORLD.Size();
            Intracomm half = MPI.COMM_WORLD.Split(me % 2, me);
            int[] sum = {round};
            half.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            Check.same(round * half.Size(), sum[0]);
            MPI.Buffer_attach(new byte[1000]);
            MPI.COMM_WORLD.Bsend(new int[] {me}, 0, 1, MPI.INT, (me + 1) % size, round);
            Request left = MPI.COMM_WORLD.Irecv(sum, 0, 1, MPI.INT, MPI.ANY_SOURCE, round);
            left.Wait();
            Check.same((me + size - 1) % size, sum[0]);
            MPI.COMM_WORLD.Send(new double[100], 0, 100, MPI.DOUBLE, me, 77); // never received
            if (old != null) {
                try {
                    old.Barrier();
                    Check.that(false, "a communicator of an earlier round has ended");
                } catch (MPIException e) {
                    Check.that(String.valueOf(e.getMessage()).startsWith("ERR_"), "" + e.getMessage());
                }
            }
            old = half;
            MPI.Finalize();
            Check.that(!MPI.Initialized(), "finalized");
        }
    }
}

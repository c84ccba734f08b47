package programs.wild;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Calls with wrong arguments fail with the class of the error, and the program continues. */
public class Mistakes {

    private interface Call {
        void run();
    }

    private static void fails(String errorClass, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            String message = String.valueOf(e.getMessage());
            Check.that(message.startsWith("ERR_" + errorClass + ": "), errorClass + " was expected: " + message);
            return;
        }
        Check.that(false, errorClass + " was expected");
    }

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int size = world.Size();
        int[] ints = new int[4];
        fails("TYPE", () -> world.Send(ints, 0, 1, null, me, 0));
        fails("TYPE", () -> world.Send(ints, 0, 1, MPI.DOUBLE, me, 0));
        fails("TYPE", () -> world.Send(ints, 0, 1, MPI.NULL, me, 0));
        fails("BUFFER", () -> world.Send(ints, 0, 1, MPI.OBJECT, me, 0));
        fails("BUFFER", () -> world.Send("text", 0, 1, MPI.CHAR, me, 0));
        fails("BUFFER", () -> world.Send(null, 0, 1, MPI.INT, me, 0));
        fails("BUFFER", () -> world.Send(ints, 3, 2, MPI.INT, me, 0));
        fails("BUFFER", () -> world.Send(ints, -1, 2, MPI.INT, me, 0));
        fails("BUFFER", () -> world.Send(new Object[1], 1, 1, MPI.OBJECT, me, 0));
        fails("COUNT", () -> world.Send(ints, 0, -1, MPI.INT, me, 0));
        fails("COUNT", () -> world.Recv(new Object[1], 0, -1, MPI.OBJECT, me, 0));
        fails("TAG", () -> world.Send(ints, 0, 1, MPI.INT, me, MPI.ANY_TAG));
        fails("RANK", () -> world.Send(ints, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0));
        fails("RANK", () -> world.Irecv(ints, 0, 1, MPI.INT, size, 0));
        fails("ROOT", () -> world.Bcast(ints, 0, 1, MPI.INT, size));
        fails("ROOT", () -> world.Reduce(ints, 0, ints, 0, 1, MPI.INT, MPI.SUM, -1));
        fails("OP", () -> world.Allreduce(ints, 0, ints, 0, 1, MPI.INT, null));
        fails("OP", () -> world.Allreduce(new boolean[1], 0, new boolean[1], 0, 1, MPI.BOOLEAN, MPI.SUM));
        fails("OP", () -> world.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND));
        fails("OP", () -> world.Allreduce(new Object[] {1}, 0, new Object[1], 0, 1, MPI.OBJECT, MPI.SUM));
        fails("DIMS", () -> world.Create_cart(new int[] {size + 1}, new boolean[1], false));
        fails("ARG", () -> world.Gatherv(ints, 0, 1, MPI.INT, ints, 0, new int[0], new int[0], MPI.INT, me));
        fails("GROUP", () -> world.Create(null));
        fails("REQUEST", () -> Request.Waitall(null));
        fails("TYPE", () -> Datatype.Contiguous(2, null));
        fails("COUNT", () -> Datatype.Contiguous(-1, MPI.INT));
        Datatype freed = Datatype.Contiguous(2, MPI.INT);
        freed.free();
        fails("TYPE", () -> world.Send(ints, 0, 1, freed, me, 0));
        world.Send(ints, 0, 4, MPI.INT, me, 1);
        fails("TRUNCATE", () -> world.Recv(ints, 0, 3, MPI.INT, me, 1));
        world.Send(new Object[] {1, 2}, 0, 2, MPI.OBJECT, me, 1);
        fails("TRUNCATE", () -> world.Recv(new Object[1], 0, 1, MPI.OBJECT, me, 1));
        world.Send(new Object[] {1}, 0, 1, MPI.OBJECT, me, 1);
        fails("TYPE", () -> world.Recv(new String[1], 0, 1, MPI.OBJECT, me, 1));
        world.Send(new Object[] {1}, 0, 1, MPI.OBJECT, me, 1);
        fails("TYPE", () -> world.Recv(ints, 0, 1, MPI.INT, me, 1));
        world.Send(ints, 0, 1, MPI.INT, me, 1);
        fails("TYPE", () -> world.Recv(new Object[1], 0, 1, MPI.OBJECT, me, 1));
        Request truncated = world.Irecv(ints, 0, 1, MPI.INT, me, 2);
        world.Send(ints, 0, 2, MPI.INT, me, 2);
        fails("TRUNCATE", truncated::Wait);
        int[] sum = {1};
        world.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM); // all continue
        Check.same(size, sum[0]);
        MPI.Finalize();
    }
}

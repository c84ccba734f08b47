package programs.wild;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Calls with wrong arguments fail with the class of the error, and the program continues. */
public class Mistakes {

    private interface Call {
        void run() throws MPIException;
    }

    private static void fails(int errorClass, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            Check.that(e.getErrorClass() == errorClass, errorClass + " was expected: " + e.getMessage());
            return;
        }
        Check.that(false, errorClass + " was expected");
    }

    private static void isRefused(Call call) throws MPIException {
        try {
            call.run();
        } catch (IllegalArgumentException e) {
            return;
        }
        Check.that(false, "a buffer on the heap was expected to be refused");
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int me = world.getRank();
        int size = world.getSize();
        int[] ints = new int[4];
        IntBuffer direct = MPI.newIntBuffer(4);
        fails(MPI.ERR_TYPE, () -> world.send(ints, 1, null, me, 0));
        fails(MPI.ERR_TYPE, () -> world.send(ints, 1, MPI.DOUBLE, me, 0));
        fails(MPI.ERR_TYPE, () -> world.send(ints, 1, MPI.DATATYPE_NULL, me, 0));
        fails(MPI.ERR_BUFFER, () -> world.send("text", 1, MPI.CHAR, me, 0));
        fails(MPI.ERR_BUFFER, () -> world.send(new Object[1], 1, MPI.BYTE, me, 0));
        fails(MPI.ERR_BUFFER, () -> world.send(null, 1, MPI.INT, me, 0));
        fails(MPI.ERR_BUFFER, () -> world.send(ints, 5, MPI.INT, me, 0));
        fails(MPI.ERR_COUNT, () -> world.send(ints, -1, MPI.INT, me, 0));
        fails(MPI.ERR_TAG, () -> world.send(ints, 1, MPI.INT, me, MPI.ANY_TAG));
        fails(MPI.ERR_RANK, () -> world.send(ints, 1, MPI.INT, MPI.ANY_SOURCE, 0));
        fails(MPI.ERR_RANK, () -> world.iRecv(direct, 1, MPI.INT, size, 0));
        isRefused(() -> world.iRecv(IntBuffer.allocate(4), 1, MPI.INT, me, 0));
        isRefused(() -> world.iAllReduce(IntBuffer.allocate(4), 1, MPI.INT, MPI.SUM));
        fails(MPI.ERR_ROOT, () -> world.bcast(ints, 1, MPI.INT, size));
        fails(MPI.ERR_ROOT, () -> world.reduce(ints, 1, MPI.INT, MPI.SUM, -1));
        fails(MPI.ERR_OP, () -> world.allReduce(ints, 1, MPI.INT, null));
        fails(MPI.ERR_OP, () -> world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
        fails(MPI.ERR_OP, () -> world.allReduce(ints, 1, MPI.INT, MPI.MAXLOC));
        fails(MPI.ERR_ARG, () -> world.gatherv(ints, 1, MPI.INT, ints, new int[0], new int[0], MPI.INT, me));
        fails(MPI.ERR_ARG, () -> world.gatherv(ints, 1, MPI.INT, ints, null, null, MPI.INT, me));
        fails(MPI.ERR_DIMS, () -> world.createCart(new int[] {size + 1}, new boolean[1], false));
        fails(MPI.ERR_GROUP, () -> world.create(null));
        fails(MPI.ERR_GROUP, () -> Group.union(world.getGroup(), null));
        fails(MPI.ERR_COMM, () -> Comm.compare(world, null));
        fails(MPI.ERR_REQUEST, () -> Request.waitAll(null));
        fails(MPI.ERR_TYPE, () -> Datatype.createContiguous(2, null));
        fails(MPI.ERR_COUNT, () -> Datatype.createContiguous(-1, MPI.INT));
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        fails(MPI.ERR_TYPE, () -> world.send(ints, 1, pair, me, 0)); // not committed
        pair.commit();
        pair.free();
        fails(MPI.ERR_TYPE, () -> world.send(ints, 1, pair, me, 0));
        Comm copy = world.dup();
        copy.free();
        fails(MPI.ERR_COMM, copy::barrier);
        world.send(ints, 4, MPI.INT, me, 1);
        fails(MPI.ERR_TRUNCATE, () -> world.recv(ints, 3, MPI.INT, me, 1));
        Request truncated = world.iRecv(direct, 1, MPI.INT, me, 2);
        world.send(ints, 2, MPI.INT, me, 2);
        fails(MPI.ERR_TRUNCATE, truncated::waitFor);
        ByteBuffer bytes = MPI.newByteBuffer(8);
        world.send(new double[] {me}, 1, MPI.DOUBLE, me, 3); // another type is no mistake
        Check.same(8, world.recv(bytes, 8, MPI.BYTE, me, 3).getCount(MPI.BYTE));
        Check.that(bytes.getDouble(0) == me, "bytes of a double");
        int[] sum = {1};
        world.allReduce(sum, 1, MPI.INT, MPI.SUM); // all continue
        Check.same(size, sum[0]);
        MPI.Finalize();
    }
}

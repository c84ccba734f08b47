package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tutti.mpi.ErrorClass;

/** Each of MPI's error classes that occurs here: the message says in which call of which rank, and what is wrong. */
class ErrorClassesTest {
    /** Which this API can lead to; {@code ERR_PROC_ABORTED} has tests of its own. */
    private static final Set<ErrorClass> HERE = EnumSet.of(
            ErrorClass.BUFFER,
            ErrorClass.COUNT,
            ErrorClass.TYPE,
            ErrorClass.TAG,
            ErrorClass.COMM,
            ErrorClass.RANK,
            ErrorClass.REQUEST,
            ErrorClass.ROOT,
            ErrorClass.GROUP,
            ErrorClass.OP,
            ErrorClass.DIMS,
            ErrorClass.ARG,
            ErrorClass.TRUNCATE,
            ErrorClass.OTHER,
            ErrorClass.IN_STATUS,
            ErrorClass.KEYVAL);

    private final Set<ErrorClass> seen = EnumSet.noneOf(ErrorClass.class);

    private final List<String> wrong = new ArrayList<>();

    private void fails(ErrorClass expected, String text, ThrowingCallable call) {
        String message = String.valueOf(catchThrowableOfType(MPIException.class, call));
        if (!message.startsWith("mpi.MPIException: %s: %s".formatted(expected, text))) {
            wrong.add("%s: %s is not %s".formatted(expected, text, message));
        }
        seen.add(expected);
    }

    private static String of(String call) {
        return call + " rank=0 size=1 comm=MPI.COMM_WORLD: ";
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.run(1, world -> {
            messages(world);
            objects(world);
            requests(world);
        });
        assertThat(wrong).isEmpty();
        assertThat(seen).isEqualTo(HERE);
    }

    private void messages(Intracomm world) {
        int[] one = {1};
        fails(
                ErrorClass.BUFFER,
                of("Send") + "buffer is too small: it has bytes [0, 4), 1 items of the datatype",
                () -> world.Send(one, 1, 1, MPI.INT, 0, 0));
        fails(
                ErrorClass.BUFFER,
                of("Send") + "items begin before the buffer: it has bytes [0, 4), 1 items of the datatype",
                () -> world.Send(one, -1, 1, MPI.INT, 0, 0));
        fails(
                ErrorClass.BUFFER,
                of("Send") + "a buffer is an array of primitives or an NIO buffer: class=int[][]; in mpiJava's API,"
                        + " arrays of objects go with MPI.OBJECT",
                () -> world.Send(new int[1][1], 0, 1, MPI.INT, 0, 0));
        fails(
                ErrorClass.COUNT,
                of("Send") + "a count must not be negative: count=-1",
                () -> world.Send(one, 0, -1, MPI.INT, 0, 0));
        fails(
                ErrorClass.TYPE,
                of("Send")
                        + "buffer and datatype do not fit: buffer of int, datatype of double; pass the type of the"
                        + " buffer's elements",
                () -> world.Send(one, 0, 1, MPI.DOUBLE, 0, 0));
        fails(
                ErrorClass.TAG,
                of("Send") + "a send needs a tag of at least 0: tag=-1",
                () -> world.Send(one, 0, 1, MPI.INT, 0, -1));
        fails(
                ErrorClass.RANK,
                of("Send") + "destination must lie in [0, 1): destination=1; pass a rank from 0 to 0",
                () -> world.Send(one, 0, 1, MPI.INT, 1, 0));
        fails(
                ErrorClass.ROOT,
                of("Bcast") + "root must lie in [0, 1): root=1; pass a rank from 0 to 0",
                () -> world.Bcast(one, 0, 1, MPI.INT, 1));
        fails(
                ErrorClass.OP,
                of("Allreduce") + "operator does not take this datatype: op=BAND datatype=",
                () -> world.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND));
        world.Send(new int[3], 0, 3, MPI.INT, 0, 0);
        fails(ErrorClass.TRUNCATE, of("Recv"), () -> world.Recv(one, 0, 1, MPI.INT, 0, 0));
    }

    private void objects(Intracomm world) {
        Intracomm freed = (Intracomm) world.clone();
        freed.Free();
        fails(ErrorClass.COMM, "Barrier rank=0 size=1: communicator is null: it was freed", freed::Barrier);
        Group group = world.Group();
        group.free();
        fails(ErrorClass.GROUP, of("Create") + "group is null: it was freed", () -> world.Create(group));
        fails(ErrorClass.DIMS, of("Create_cart"), () -> world.Create_cart(new int[] {2}, new boolean[1], false));
        fails(
                ErrorClass.ARG,
                of("Split") + "a colour is at least 0, or MPI.UNDEFINED: colour=-3",
                () -> world.Split(-3, 0));
        fails(ErrorClass.KEYVAL, of("Attr_delete"), () -> world.Attr_delete(MPI.TAG_UB));
    }

    private void requests(Intracomm world) {
        Prequest prepared = world.Send_init(new int[1], 0, 1, MPI.INT, 0, 7);
        prepared.Free();
        fails(ErrorClass.REQUEST, of("Prequest.Start") + "request was freed", prepared::Start);
        Request[] receives = {world.Irecv(new int[1], 0, 1, MPI.INT, 0, 5)};
        world.Send(new int[2], 0, 2, MPI.INT, 0, 5);
        fails(
                ErrorClass.IN_STATUS,
                of("Waitall") + "requests have failed: 1 of 1: requests[0]: ERR_TRUNCATE: Irecv rank=0",
                () -> Request.Waitall(receives));
        fails(
                ErrorClass.OTHER,
                "MPI.Init: MPI has been initialised: rank=0; call Init once",
                () -> MPI.Init(new String[0]));
    }
}

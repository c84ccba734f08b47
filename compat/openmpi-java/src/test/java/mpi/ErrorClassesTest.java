package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.mpi.ErrorClass;

/** Each of MPI's error classes that occurs here: the message says in which call of which rank, and what is wrong. */
class ErrorClassesTest {
    /** Which nothing here leads to. */
    private static final Set<ErrorClass> NOT_HERE = EnumSet.of(
            ErrorClass.UNKNOWN,
            ErrorClass.INTERN,
            ErrorClass.PENDING,
            ErrorClass.ASSERT,
            ErrorClass.BAD_FILE,
            ErrorClass.BASE,
            ErrorClass.CONVERSION,
            ErrorClass.DUP_DATAREP,
            ErrorClass.FILE_IN_USE,
            ErrorClass.NO_MEM,
            ErrorClass.RMA_CONFLICT);

    /** Of several ranks, or of file systems that are full or read only: other tests have these. */
    private static final Set<ErrorClass> ELSEWHERE =
            EnumSet.of(ErrorClass.NOT_SAME, ErrorClass.PROC_ABORTED, ErrorClass.QUOTA);

    @TempDir
    Path folder;

    /** Which classes calls have led to, and what was not as expected. */
    private static final class Seen {
        private final Set<ErrorClass> classes = EnumSet.noneOf(ErrorClass.class);
        private final List<String> wrong = new ArrayList<>();

        void fails(ErrorClass expected, String text, ThrowingCallable call) {
            MPIException failure = catchThrowableOfType(MPIException.class, call);
            String message = failure == null ? "nothing" : String.valueOf(failure.getMessage());
            if (failure == null
                    || failure.getErrorClass() != expected.number()
                    || !message.startsWith("%s: %s".formatted(expected, text))) {
                wrong.add("%s: %s is not %s".formatted(expected, text, message));
            }
            classes.add(expected);
        }
    }

    private static String of(String call) {
        return call + " rank=0 size=1 comm=MPI_COMM_WORLD: ";
    }

    @Test
    void shouldSayWhatIsWrong() {
        Seen seen = new Seen();
        RankJob.run(1, world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            messages(seen, world);
            objects(seen, world);
            requests(seen, world);
            jobs(seen, world);
            windows(seen, world);
            files(seen, world);
        });
        assertThat(seen.wrong).isEmpty();
        Set<ErrorClass> missing = EnumSet.allOf(ErrorClass.class);
        missing.removeAll(seen.classes);
        missing.removeAll(NOT_HERE);
        missing.removeAll(ELSEWHERE);
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldSayThatTheProgramsOperatorHasFailed() {
        Op failing = new Op(
                new UserFunction() {
                    @Override
                    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                        throw new ArrayIndexOutOfBoundsException("no such sum");
                    }
                },
                true);
        RankJob.run(2, world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertThatThrownBy(() -> world.allReduce(new int[1], 1, MPI.INT, failing))
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining("the program's operator has failed: function=mpi.ErrorClassesTest")
                    .hasMessageContaining("ArrayIndexOutOfBoundsException: no such sum");
        });
    }

    private static void messages(Seen seen, Intracomm world) throws MPIException {
        int[] one = {1};
        seen.fails(
                ErrorClass.BUFFER,
                of("send") + "buffer is too small: it has bytes [0, 4), 2 items of the datatype",
                () -> world.send(one, 2, MPI.INT, 0, 0));
        seen.fails(
                ErrorClass.BUFFER,
                of("send") + "the buffer is null: 1 items of the datatype",
                () -> world.send(null, 1, MPI.INT, 0, 0));
        seen.fails(
                ErrorClass.COUNT,
                of("send") + "a count must not be negative: count=-1",
                () -> world.send(one, -1, MPI.INT, 0, 0));
        seen.fails(
                ErrorClass.TYPE,
                of("send")
                        + "buffer and datatype do not fit: buffer of int, datatype of double; pass the type of the"
                        + " buffer's elements",
                () -> world.send(one, 1, MPI.DOUBLE, 0, 0));
        seen.fails(
                ErrorClass.TAG,
                of("send") + "a send needs a tag of at least 0: tag=-1",
                () -> world.send(one, 1, MPI.INT, 0, -1));
        seen.fails(
                ErrorClass.RANK,
                of("send") + "destination must lie in [0, 1): destination=1; pass a rank from 0 to 0",
                () -> world.send(one, 1, MPI.INT, 1, 0));
        seen.fails(
                ErrorClass.ROOT,
                of("bcast") + "root must lie in [0, 1): root=1; pass a rank from 0 to 0",
                () -> world.bcast(one, 1, MPI.INT, 1));
        seen.fails(
                ErrorClass.OP,
                of("allReduce") + "operator does not take this datatype: op=BAND datatype=",
                () -> world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
        world.send(new int[3], 3, MPI.INT, 0, 0);
        seen.fails(ErrorClass.TRUNCATE, of("recv"), () -> world.recv(one, 1, MPI.INT, 0, 0));
    }

    private static void objects(Seen seen, Intracomm world) throws MPIException {
        Intracomm freed = world.dup();
        freed.free();
        seen.fails(ErrorClass.COMM, "barrier rank=0 size=1: communicator is null: it was freed", freed::barrier);
        Group group = world.getGroup();
        group.free();
        seen.fails(ErrorClass.GROUP, of("create") + "group was freed", () -> world.create(group));
        seen.fails(
                ErrorClass.TOPOLOGY,
                of("neighborAllGather"),
                () -> world.neighborAllGather(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT));
        seen.fails(ErrorClass.DIMS, of("createCart"), () -> world.createCart(new int[] {2}, new boolean[1], false));
        seen.fails(
                ErrorClass.ARG,
                of("split") + "a colour is at least 0, or MPI.UNDEFINED: colour=-3",
                () -> world.split(-3, 0));
        seen.fails(
                ErrorClass.KEYVAL,
                of("getAttr") + "no such keyval: keyval=5000; take one of createKeyval()",
                () -> world.getAttr(5000));
        Info info = new Info();
        seen.fails(ErrorClass.INFO, of("setInfo") + "null was passed: the info", () -> world.setInfo(null));
        seen.fails(ErrorClass.INFO_KEY, of("Info.set") + "a key must not be empty", () -> info.set("", "value"));
        seen.fails(
                ErrorClass.INFO_VALUE,
                of("Info.set") + "text is too long: length=2000 longest=1023",
                () -> info.set("key", "x".repeat(2000)));
        seen.fails(ErrorClass.INFO_NOKEY, of("Info.delete") + "no such key: key=other", () -> info.delete("other"));
    }

    private static void requests(Seen seen, Intracomm world) throws MPIException {
        seen.fails(
                ErrorClass.REQUEST,
                of("mRecv") + "null was passed: the message; it was received, or none was probed",
                () -> new Message().mRecv(new int[1], 1, MPI.INT));
        Request[] receives = {world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 0, 5)};
        world.send(new int[2], 2, MPI.INT, 0, 5);
        seen.fails(
                ErrorClass.IN_STATUS,
                of("waitAll") + "requests have failed: 1 of 1: requests[0]: ERR_TRUNCATE: iRecv rank=0",
                () -> Request.waitAll(receives));
    }

    private static void jobs(Seen seen, Intracomm world) throws MPIException {
        seen.fails(
                ErrorClass.OTHER,
                "MPI.Init: MPI is initialised once in a process, and was; call Init at the beginning only",
                () -> MPI.Init(new String[0]));
        seen.fails(ErrorClass.NAME, of("lookupName"), () -> Intracomm.lookupName("service"));
        String port = Intracomm.openPort();
        seen.fails(ErrorClass.SERVICE, of("publishName"), () -> Intracomm.publishName("service", port));
        Intracomm.closePort(port);
        seen.fails(
                ErrorClass.PORT,
                of("closePort") + "no such port of this rank: port=nowhere; take what openPort() has returned here",
                () -> Intracomm.closePort("nowhere"));
        seen.fails(
                ErrorClass.SPAWN, of("spawn"), () -> world.spawn("/no/such/command", null, 1, MPI.INFO_NULL, 0, null));
    }

    private static void windows(Seen seen, Intracomm world) throws MPIException {
        IntBuffer memory = MPI.newIntBuffer(2);
        Win win = new Win(memory, 2, 1, MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        IntBuffer one = MPI.newIntBuffer(1);
        seen.fails(
                ErrorClass.RMA_SYNC,
                "Win.put rank=0 size=1 comm=window: put outside of an epoch: target rank=0",
                () -> win.put(one, 1, MPI.INT, 0, 0, 1, MPI.INT));
        seen.fails(
                ErrorClass.LOCKTYPE,
                "Win.lock rank=0 size=1 comm=window: a lock is MPI.LOCK_EXCLUSIVE or MPI.LOCK_SHARED: lockType=7",
                () -> win.lock(7, 0, 0));
        win.fence(0);
        seen.fails(
                ErrorClass.DISP,
                "Win.put rank=0 size=1 comm=window: access is outside of the window: bytes [8, 12) of rank 0, which"
                        + " has 8",
                () -> win.put(one, 1, MPI.INT, 0, 2, 1, MPI.INT));
        win.free();
        seen.fails(ErrorClass.WIN, "Win.fence rank=0 size=1 comm=window: window was freed", () -> win.fence(0));
        seen.fails(
                ErrorClass.SIZE,
                of("Win") + "a window has at least 0 elements: size=-1",
                () -> new Win(memory, -1, 1, MPI.INFO_NULL, world));
        seen.fails(
                ErrorClass.UNSUPPORTED_OPERATION,
                of("Win") + "no memory is attached to a window later",
                () -> new Win(MPI.INFO_NULL, world));
    }

    private void files(Seen seen, Intracomm world) throws Exception {
        String name = folder.resolve("file").toString();
        int[] one = {1};
        seen.fails(ErrorClass.NO_SUCH_FILE, "File rank=0 size=1", () -> new File(world, name, MPI.MODE_RDONLY));
        seen.fails(
                ErrorClass.AMODE,
                "File rank=0 size=1 comm=file " + name + ": amode needs one of MODE_RDONLY, MODE_WRONLY, MODE_RDWR",
                () -> new File(world, name, MPI.MODE_CREATE));
        Files.createFile(Path.of(name));
        seen.fails(
                ErrorClass.FILE_EXISTS,
                "File rank=0 size=1",
                () -> new File(world, name, MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_WRONLY));
        File writing = new File(world, name, MPI.MODE_WRONLY);
        seen.fails(
                ErrorClass.ACCESS,
                "File.read rank=0 size=1 comm=file " + name + ": file was opened with MODE_WRONLY: amode=4",
                () -> writing.read(one, 1, MPI.INT));
        seen.fails(
                ErrorClass.UNSUPPORTED_DATAREP,
                "File.setView rank=0 size=1 comm=file " + name + ": data representation must be native or internal",
                () -> writing.setView(0, MPI.INT, MPI.INT, "external32"));
        writing.close();
        seen.fails(
                ErrorClass.FILE,
                "File.getSize rank=0 size=1 comm=file " + name + ": file was closed",
                writing::getSize);
        File reading = new File(world, name, MPI.MODE_RDONLY);
        seen.fails(
                ErrorClass.READ_ONLY,
                "File.write rank=0 size=1 comm=file " + name + ": file was opened with MODE_RDONLY: amode=2",
                () -> reading.write(one, 1, MPI.INT));
        reading.close();
        seen.fails(ErrorClass.IO, "File rank=0 size=1", () -> new File(world, folder.toString(), MPI.MODE_WRONLY));
        File full = new File(world, "/dev/full", MPI.MODE_WRONLY);
        seen.fails(
                ErrorClass.NO_SPACE, "File.write rank=0 size=1 comm=file /dev/full", () -> full.write(one, 1, MPI.INT));
        full.close();
    }
}

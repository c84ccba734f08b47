package mpi;

import static mpi.MessagesTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.mpi.RankJobs;
import tutti.mpi.WrongCalls;

/** Null where something is needed, and objects that were freed: the exception is MPI's, and names the call. */
class WrongCallsTest {
    private static final List<Class<?>> CLASSES = List.of(
            MPI.class,
            Comm.class,
            Intracomm.class,
            CartComm.class,
            GraphComm.class,
            Group.class,
            Datatype.class,
            Op.class,
            Request.class,
            Prequest.class,
            Message.class,
            Status.class,
            Info.class,
            Win.class,
            File.class,
            Int2.class);

    private static WrongCalls calls(Intracomm world, String skipped) throws MPIException {
        return new WrongCalls(
                MPIException.class,
                List.of(
                        world,
                        MPI.INT,
                        MPI.SUM,
                        world.getGroup(),
                        new Info(),
                        "text",
                        ByteBuffer.allocate(8),
                        MPI.ERRORS_RETURN,
                        new Count(1)),
                Pattern.compile("Init.*|Finalize|abort|" + skipped));
    }

    @Test
    void shouldRefuseNull(@TempDir Path folder) {
        RankJob.run(1, world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
            Intracomm twin = world.dup();
            Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, world);
            win.setErrhandler(MPI.ERRORS_RETURN);
            File file = new File(world, folder.resolve("file").toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
            Prequest prepared = twin.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, 0);
            CartComm grid = world.createCart(new int[] {1}, new boolean[1], false);
            GraphComm graph = world.createGraph(new int[] {0}, new int[0], false);
            List<Object> targets = List.of(
                    grid,
                    graph,
                    twin,
                    Datatype.createContiguous(1, MPI.INT),
                    MPI.SUM,
                    prepared,
                    new Message(),
                    Status.empty(),
                    new Info(),
                    win,
                    file,
                    MPI.int2,
                    world.getGroup());
            assertThat(calls(twin, "none").withNulls(targets, CLASSES, 1)).isEmpty();
            assertThat(calls(twin, "recv|sSend|mProbe").withNulls(targets, CLASSES, 0))
                    .isEmpty();
            assertFails(MPI.ERR_TYPE, () -> Status.empty().getCount(null));
            assertFails(MPI.ERR_COMM, () -> twin.createIntercomm(null, 0, 0, 0));
            assertFails(MPI.ERR_COMM, () -> new Message().mProbe(0, 0, null));
            assertFails(MPI.ERR_ARG, () -> CartComm.createDims(4, null));
            assertFails(MPI.ERR_ARG, () -> Datatype.createStruct(null, null, null));
            assertFails(MPI.ERR_ARG, () -> Datatype.createIndexed(new int[1], null, MPI.INT));
            assertFails(MPI.ERR_INFO_KEY, () -> new Info().set(null, "value"));
            assertFails(MPI.ERR_INFO_VALUE, () -> new Info().set("key", null));
            assertFails(MPI.ERR_ARG, () -> twin.setErrhandler(null));
            assertFails(MPI.ERR_INFO, () -> twin.dupWithInfo(null));
            assertFails(MPI.ERR_INFO, () -> twin.setInfo(MPI.INFO_NULL));
            assertFails(MPI.ERR_ARG, () -> twin.spawn(null, null, 1, null, 0, null));
            assertFails(MPI.ERR_OP, () -> twin.allReduce(new int[1], 1, MPI.INT, new Op(null, true)));
            win.free();
            file.close();
        });
    }

    @Test
    void shouldNameTheCallOnWhatWasFreed(@TempDir Path folder) {
        RankJob.run(1, world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Intracomm twin = world.dup();
            twin.free();
            CartComm grid = world.createCart(new int[] {1}, new boolean[1], false);
            grid.free();
            GraphComm graph = world.createGraph(new int[] {0}, new int[0], false);
            graph.free();
            Datatype type = Datatype.createContiguous(1, MPI.INT);
            type.free();
            Info info = new Info();
            info.free();
            Group group = world.getGroup();
            group.free();
            Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, world);
            win.setErrhandler(MPI.ERRORS_RETURN);
            win.free();
            File file = new File(world, folder.resolve("file").toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
            file.close();
            List<Object> freed = List.of(twin, grid, graph, type, info, group, win, file);
            assertThat(calls(world, "none").onFreed(freed)).isEmpty();
            assertThatThrownBy(twin::barrier)
                    .hasMessageStartingWith("ERR_COMM: barrier rank=0 size=1: communicator is null");
        });
    }

    private static WrongCalls anyCalls() {
        return new WrongCalls(
                MPIException.class,
                List.of(
                        MPI.COMM_WORLD,
                        MPI.INT,
                        MPI.SUM,
                        MPI.GROUP_EMPTY,
                        MPI.INFO_ENV,
                        "text",
                        ByteBuffer.allocate(8),
                        MPI.ERRORS_RETURN,
                        new Count(1)),
                Pattern.compile("Init.*|Finalize|abort"));
    }

    /** What is of no communicator. */
    private static final Predicate<String> ANY_TIME = Pattern.compile(
                    "(Datatype|Group|Info|Int2|Message|Op|Request|Prequest|Status)\\..*|MPI\\.is(Initialized|Finalized)")
            .asMatchPredicate();

    @Test
    void shouldRefuseCallsBeforeInitAndAfterFinalize() {
        RankJobs.run(1, 1, code -> {}, () -> {
            List<Object> predefined = List.of(
                    MPI.COMM_WORLD, MPI.INT, MPI.SUM, MPI.REQUEST_NULL, MPI.GROUP_EMPTY, MPI.INFO_ENV, MPI.int2);
            assertThat(anyCalls().outside(predefined, CLASSES, "call MPI.Init first"))
                    .allMatch(ANY_TIME);
            MPI.Init(new String[0]);
            Intracomm world = MPI.COMM_WORLD;
            List<Object> made = List.of(
                    world.createCart(new int[] {1}, new boolean[1], false),
                    world.createGraph(new int[] {0}, new int[0], false),
                    world.dup(),
                    Datatype.createContiguous(1, MPI.INT),
                    world.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, 0),
                    new Message(),
                    Status.empty(),
                    new Info(),
                    new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, world),
                    world.getGroup());
            MPI.Finalize();
            assertThat(anyCalls().outside(made, CLASSES, "call this before MPI.Finalize"))
                    .allMatch(ANY_TIME);
        });
    }
}

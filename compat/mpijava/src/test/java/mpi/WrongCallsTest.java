package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tutti.mpi.WrongCalls;

/** Null where something is needed, and objects that were freed: the exception is MPI's, and names the call. */
class WrongCallsTest {
    private static final List<Class<?>> CLASSES = List.of(
            MPI.class,
            Comm.class,
            Intracomm.class,
            Cartcomm.class,
            Graphcomm.class,
            Group.class,
            Datatype.class,
            Op.class,
            Request.class,
            Prequest.class,
            Status.class);

    /** An operator that is never called. */
    private static final class Unused extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
            throw new IllegalStateException("not to be called");
        }
    }

    private static WrongCalls calls(Intracomm world, String skipped) {
        return new WrongCalls(
                MPIException.class,
                List.of(world, MPI.INT, MPI.SUM, world.Group(), ByteBuffer.allocate(8), new Unused(), new Status()),
                Pattern.compile("Init|Finalize|Abort|" + skipped));
    }

    private static void assertFails(String start, ThrowingCallable wrong) {
        assertThatThrownBy(wrong).isInstanceOf(MPIException.class).hasMessageStartingWith(start);
    }

    @Test
    void shouldRefuseNull() {
        RankJob.run(1, world -> {
            Intracomm twin = (Intracomm) world.clone();
            Cartcomm grid = Objects.requireNonNull(world.Create_cart(new int[] {1}, new boolean[1], false));
            Graphcomm graph = Objects.requireNonNull(world.Create_graph(new int[] {0}, new int[0], false));
            Prequest prepared = twin.Send_init(new int[1], 0, 1, MPI.INT, 0, 0);
            List<Object> targets = List.of(
                    grid, graph, twin, Datatype.Contiguous(1, MPI.INT), MPI.SUM, prepared, new Status(), world.Group());
            assertThat(calls(twin, "none").withNulls(targets, CLASSES, 1)).isEmpty();
            assertThat(calls(twin, "Recv|Ssend").withNulls(targets, CLASSES, 0)).isEmpty();
            Datatype freed = Datatype.Contiguous(1, MPI.INT);
            freed.free();
            assertFails("ERR_TYPE: Status.Get_count", () -> new Status().Get_count(freed));
            assertFails("ERR_TYPE: Status.Get_count", () -> new Status().Get_count(MPI.NULL));
            assertFails("ERR_TYPE: Status.Get_count", () -> new Status().Get_count(null));
            assertFails("ERR_COMM: Compare", () -> Comm.Compare(world, null));
            assertFails("ERR_COMM: Create_intercomm", () -> world.Create_intercomm(null, 0, 0, 0));
            assertFails("ERR_ARG: Op", () -> new Op(null, true));
            assertFails("ERR_ARG: Dims_create", () -> Cartcomm.Dims_create(4, null));
            assertFails("ERR_ARG: Datatype.Struct", () -> Datatype.Struct(null, null, null));
            assertFails("ERR_ARG: Errhandler_set", () -> twin.Errhandler_set(null));
        });
    }

    @Test
    void shouldNameTheCallOnWhatWasFreed() {
        RankJob.run(1, world -> {
            Intracomm twin = (Intracomm) world.clone();
            twin.Free();
            Cartcomm grid = Objects.requireNonNull(world.Create_cart(new int[] {1}, new boolean[1], false));
            grid.Free();
            Graphcomm graph = Objects.requireNonNull(world.Create_graph(new int[] {0}, new int[0], false));
            graph.Free();
            Datatype type = Datatype.Contiguous(1, MPI.INT);
            type.free();
            Group group = world.Group();
            group.free();
            List<Object> freed = List.of(twin, grid, graph, type, group, MPI.COMM_NULL, MPI.GROUP_NULL);
            assertThat(calls(world, "none").onFreed(freed)).isEmpty();
            assertFails("ERR_COMM: Barrier rank=0 size=1: communicator is null", () -> twin.Barrier());
        });
    }
}

package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests that are freed before they complete, that fail among others, or are prepared with wrong arguments. */
class RequestsTest {

    /** Waits until a receive has filled its array, though no request tells of it. */
    private static void await(BooleanSupplier isFilled) throws InterruptedException {
        while (!isFilled.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldCompleteReceivesThatAreFreed() {
        RankJob.onEachSize(world -> {
            int right = (world.Rank() + 1) % world.Size();
            int left = (world.Rank() + world.Size() - 1) % world.Size();
            int[] first = {0};
            int[] second = {0};
            Request freed = world.Irecv(first, 0, 1, MPI.INT, left, 5);
            freed.Free();
            assertThat(freed.Is_null()).isTrue();
            Request next = world.Irecv(second, 0, 1, MPI.INT, left, 5);
            world.Send(new int[] {9}, 0, 1, MPI.INT, right, 5);
            world.Send(new int[] {10}, 0, 1, MPI.INT, right, 5);
            next.Wait();
            assertThat(second).containsExactly(10);
            await(() -> MemoryOf.volatileInt(first) != 0);
            assertThat(first).containsExactly(9);
            @Nullable Object[] objects = new Object[1];
            Prequest prepared = world.Recv_init(objects, 0, 1, MPI.OBJECT, left, 6);
            prepared.Start();
            prepared.Free();
            world.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, right, 6);
            await(() -> MemoryOf.volatileObject(objects) != null);
            assertThat(objects).containsExactly("text");
        });
    }

    /** Reads what another thread writes. */
    private static final class MemoryOf {
        private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
        private static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

        static int volatileInt(int[] array) {
            return (int) INTS.getVolatile(array, 0);
        }

        static @Nullable Object volatileObject(@Nullable Object[] array) {
            return OBJECTS.getVolatile(array, 0);
        }
    }

    /** Starts receives of tags from 0 on, into which one int fits, and sends so many ints to each. */
    private static Request[] receives(Intracomm world, int... sent) {
        Request[] requests = new Request[sent.length];
        for (int tag = 0; tag < sent.length; tag++) {
            requests[tag] = world.Irecv(new int[1], 0, 1, MPI.INT, world.Rank(), tag);
        }
        for (int tag = 0; tag < sent.length; tag++) {
            world.Send(new int[2], 0, sent[tag], MPI.INT, world.Rank(), tag);
        }
        return requests;
    }

    private static void assertInStatus(ThrowingCallable wrong) {
        assertThatThrownBy(wrong)
                .isInstanceOf(MPIException.class)
                .hasMessageStartingWith("ERR_IN_STATUS: ")
                .hasMessageContaining("requests[1]: ERR_TRUNCATE: Irecv rank=")
                .hasMessageContaining("requests[3]: ERR_TRUNCATE: Irecv rank=");
    }

    @Test
    void shouldTellWhichOfSeveralRequestsHaveFailed() {
        RankJob.onEachSize(world -> {
            Request[] all = receives(world, 1, 2, 1, 2);
            assertInStatus(() -> Request.Waitall(all));
            assertThat(all).allMatch(Request::Is_null);
            Request[] tested = receives(world, 1, 2, 1, 2);
            assertInStatus(() -> {
                while (Request.Testall(tested) == null) {
                    Thread.onSpinWait();
                }
            });
            Request[] some = receives(world, 1, 2, 1, 2); // to itself: all have come
            assertInStatus(() -> Request.Waitsome(some));
            assertThat(Request.Waitsome(some)).isEmpty();
            Request[] any = receives(world, 2);
            assertThatThrownBy(() -> Request.Waitany(any)).hasMessageStartingWith("ERR_TRUNCATE: Irecv");
        });
    }

    @Test
    void shouldRefuseToPrepareWhatCannotBeStarted() {
        RankJob.onEachSize(world -> {
            int[] array = {1};
            assertThatThrownBy(() -> world.Recv_init(array, 0, 1, MPI.INT, 99, 0))
                    .hasMessageStartingWith("ERR_RANK: Recv_init");
            assertThatThrownBy(() -> world.Recv_init(array, 0, 2, MPI.INT, 0, 0))
                    .hasMessageStartingWith("ERR_BUFFER: Recv_init");
            assertThatThrownBy(() -> world.Recv_init("text", 0, 1, MPI.OBJECT, 0, 0))
                    .hasMessageStartingWith("ERR_BUFFER: Recv_init");
            assertThatThrownBy(() -> world.Send_init(array, 0, 1, MPI.INT, 99, 0))
                    .hasMessageStartingWith("ERR_RANK: Send_init");
            assertThatThrownBy(() -> world.Ssend_init(array, 0, 1, MPI.DOUBLE, 0, 0))
                    .hasMessageStartingWith("ERR_TYPE: Ssend_init");
            assertThatThrownBy(() -> world.Bsend_init(array, 0, 1, MPI.INT, 0, -1))
                    .hasMessageStartingWith("ERR_TAG: Bsend_init");
        });
    }
}

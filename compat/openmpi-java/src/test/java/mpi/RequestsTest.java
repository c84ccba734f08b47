package mpi;

import static mpi.MessagesTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;

/** Requests that are freed before they complete, that fail among others, or are prepared with wrong arguments. */
class RequestsTest {

    /** Waits until a receive has filled its buffer, though no request tells of it. */
    private static void awaitFilled(IntBuffer buffer) throws InterruptedException {
        while (buffer.get(0) == 0) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldCompleteReceivesThatAreFreed() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int right = (rank + 1) % world.getSize();
            int left = (rank + world.getSize() - 1) % world.getSize();
            IntBuffer first = MPI.newIntBuffer(1);
            IntBuffer second = MPI.newIntBuffer(1);
            Request freed = world.iRecv(first, 1, MPI.INT, left, 5);
            freed.free();
            assertThat(freed.isNull()).isTrue();
            Request next = world.iRecv(second, 1, MPI.INT, left, 5);
            world.send(new int[] {9}, 1, MPI.INT, right, 5);
            world.send(new int[] {10}, 1, MPI.INT, right, 5);
            next.waitFor();
            assertThat(second.get(0)).isEqualTo(10);
            awaitFilled(first);
            assertThat(first.get(0)).isEqualTo(9);
            Prequest prepared = world.recvInit(first.put(0, 0), 1, MPI.INT, left, 6);
            prepared.start();
            prepared.free();
            world.send(new int[] {11}, 1, MPI.INT, right, 6);
            awaitFilled(first);
            assertThat(first.get(0)).isEqualTo(11);
        });
    }

    /** Starts receives of tags from 0 on, into which one int fits, and sends so many ints to each. */
    private static Request[] receives(Intracomm world, int... sent) throws MPIException {
        Request[] requests = new Request[sent.length];
        int rank = world.getRank();
        for (int tag = 0; tag < sent.length; tag++) {
            requests[tag] = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, rank, tag);
        }
        for (int tag = 0; tag < sent.length; tag++) {
            world.send(new int[2], sent[tag], MPI.INT, rank, tag);
        }
        return requests;
    }

    private static void assertInStatus(MessagesTest.Wrong wrong, int... errors) {
        MPIException failure = catchThrowableOfType(MPIException.class, wrong::run);
        assertThat(failure.getErrorClass()).as(failure.getMessage()).isEqualTo(MPI.ERR_IN_STATUS);
        assertThat(failure).hasMessageContaining("requests[1]: ERR_TRUNCATE: iRecv rank=");
        Status[] statuses = failure.getStatuses();
        assertThat(statuses).extracting(Status::getError).containsExactly(box(errors));
        assertThat(statuses[1].getIndex()).isEqualTo(1);
        assertThat(statuses[2].getTag()).isEqualTo(2);
    }

    private static Integer[] box(int... errors) {
        return java.util.Arrays.stream(errors).boxed().toArray(Integer[]::new);
    }

    @Test
    void shouldTellWhichOfSeveralRequestsHaveFailed() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            int[] errors = {MPI.SUCCESS, MPI.ERR_TRUNCATE, MPI.SUCCESS, MPI.ERR_TRUNCATE};
            Request[] all = receives(world, 1, 2, 1, 2);
            assertInStatus(() -> Request.waitAll(all), errors);
            assertThat(all).allMatch(Request::isNull);
            Request[] tested = receives(world, 1, 2, 1, 2);
            assertInStatus(
                    () -> {
                        while (!Request.testAll(tested)) {
                            Thread.onSpinWait();
                        }
                    },
                    errors);
            Request[] some = receives(world, 1, 2, 1, 2); // to itself: all have come
            assertInStatus(() -> Request.waitSome(some), errors);
            assertThat(Request.waitSome(some)).isNull();
            Request[] any = receives(world, 2);
            assertFails(MPI.ERR_TRUNCATE, () -> Request.waitAny(any));
            assertThat(new MPIException("of a program's own").getStatuses()).isEmpty();
        });
    }

    @Test
    void shouldRefuseToPrepareWhatCannotBeStarted() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            IntBuffer buffer = MPI.newIntBuffer(1);
            assertFails(MPI.ERR_RANK, () -> world.recvInit(buffer, 1, MPI.INT, 99, 0));
            assertFails(MPI.ERR_TAG, () -> world.recvInit(buffer, 1, MPI.INT, 0, -7));
            assertFails(MPI.ERR_BUFFER, () -> world.recvInit(buffer, 2, MPI.INT, 0, 0));
            assertFails(MPI.ERR_RANK, () -> world.sendInit(buffer, 1, MPI.INT, 99, 0));
            assertFails(MPI.ERR_TYPE, () -> world.sSendInit(buffer, 1, MPI.DATATYPE_NULL, 0, 0));
            assertFails(MPI.ERR_COUNT, () -> world.rSendInit(buffer, -1, MPI.INT, 0, 0));
            assertFails(MPI.ERR_TAG, () -> world.bSendInit(buffer, 1, MPI.INT, 0, -1));
        });
    }
}

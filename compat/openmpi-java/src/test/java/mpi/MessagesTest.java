package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Messages: send and receive in all modes, requests, probes, packing. */
class MessagesTest {

    static int right(Comm world) throws MPIException {
        return (world.getRank() + 1) % world.getSize();
    }

    static int left(Comm world) throws MPIException {
        return (world.getRank() + world.getSize() - 1) % world.getSize();
    }

    @Test
    void shouldSendArraysRound() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int right = right(world);
            int left = left(world);
            world.send(new int[] {rank, 7}, 2, MPI.INT, right, 3);
            int[] got = new int[5];
            Status status = world.recv(got, 5, MPI.INT, left, 3);
            assertThat(got).containsExactly(left, 7, 0, 0, 0);
            assertThat(status.getSource()).isEqualTo(left);
            assertThat(status.getTag()).isEqualTo(3);
            assertThat(status.getCount(MPI.INT)).isEqualTo(2);
            assertThat(status.getCount(MPI.BYTE)).isEqualTo(8);
            assertThat(status.getError()).isEqualTo(MPI.SUCCESS);
            assertThat(status.getIndex()).isEqualTo(MPI.UNDEFINED);
            assertThat(status.isCancelled()).isFalse();
        });
    }

    @Test
    void shouldSendEachKindOfArray() {
        RankJob.onEachSize(world -> {
            Object[] arrays = {
                new byte[] {1, 2}, new char[] {'a', 'ü'}, new short[] {3, 4}, new boolean[] {true, false},
                new int[] {5, 6}, new long[] {7, 8}, new float[] {9, 10}, new double[] {11, 12}
            };
            Datatype[] types = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE};
            for (int i = 0; i < arrays.length; i++) {
                world.send(arrays[i], 2, types[i], right(world), i);
                Object got =
                        java.lang.reflect.Array.newInstance(arrays[i].getClass().getComponentType(), 2);
                world.recv(got, 2, types[i], left(world), i);
                assertThat(got).isEqualTo(arrays[i]);
            }
        });
    }

    @Test
    void shouldIgnorePositionsAndTakeSlices() {
        RankJob.onEachSize(world -> {
            int[] values = {1, 2, 3, 4};
            IntBuffer direct = MPI.newIntBuffer(4).put(values);
            world.send(direct, 2, MPI.INT, right(world), 0);
            world.send(MPI.slice(direct, 2), 2, MPI.INT, right(world), 0);
            world.send(MPI.slice(values, 3), 1, MPI.INT, right(world), 0);
            world.send(IntBuffer.wrap(values).position(3).limit(3), 1, MPI.INT, right(world), 0); // on the heap
            int[] got = new int[6];
            world.recv(got, 2, MPI.INT, left(world), 0);
            world.recv(MPI.slice(got, 2), 2, MPI.INT, left(world), 0);
            world.recv(MPI.slice(got, 4), 1, MPI.INT, left(world), 0);
            world.recv(MPI.slice(got, 5), 1, MPI.INT, left(world), 0);
            assertThat(got).containsExactly(1, 2, 3, 4, 4, 1);
        });
    }

    @Test
    void shouldReceiveAsAnotherType() {
        RankJob.onEachSize(world -> {
            byte[] sent = new byte[world.packSize(2, MPI.INT) + world.packSize(1, MPI.DOUBLE)];
            int end = world.pack(new int[] {1, 2}, 2, MPI.INT, sent, 0);
            end = world.pack(new double[] {3.5}, 1, MPI.DOUBLE, sent, end);
            assertThat(end).isEqualTo(16);
            world.send(sent, end, MPI.PACKED, right(world), 1);
            world.send(sent, 8, MPI.PACKED, right(world), 2);
            byte[] packed = new byte[100];
            int length = world.recv(packed, 100, MPI.PACKED, left(world), 1).getCount(MPI.PACKED);
            int[] ints = new int[2];
            double[] doubles = new double[1];
            int at = world.unpack(packed, 0, ints, 2, MPI.INT);
            assertThat(world.unpack(packed, at, doubles, 1, MPI.DOUBLE)).isEqualTo(length);
            assertThat(doubles).containsExactly(3.5);
            ints[0] = 0;
            world.recv(ints, 2, MPI.INT, left(world), 2);
            assertThat(ints).containsExactly(1, 2);
        });
    }

    @Test
    void shouldReceiveFromAnySourceWithAnyTag() {
        RankJob.onEachSize(world -> {
            int others = world.getSize() - 1;
            if (world.getRank() > 0) {
                world.send(new long[] {world.getRank()}, 1, MPI.LONG, 0, 10 + world.getRank());
                return;
            }
            boolean[] seen = new boolean[others + 1];
            for (int i = 0; i < others; i++) {
                Status found = world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertThat(found.getCount(MPI.LONG)).isEqualTo(1);
                long[] got = new long[1];
                Status status = world.recv(got, 1, MPI.LONG, found.getSource(), found.getTag());
                assertThat(got[0]).isEqualTo(status.getSource());
                assertThat(status.getTag()).isEqualTo(10 + status.getSource());
                seen[status.getSource()] = true;
            }
            assertThat(seen).isEqualTo(allButFirst(others));
            assertThat(world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG)).isNull();
        });
    }

    private static boolean[] allButFirst(int others) {
        boolean[] all = new boolean[others + 1];
        Arrays.fill(all, 1, others + 1, true);
        return all;
    }

    @Test
    void shouldSendInAllModes() {
        RankJob.onEachSize(world -> {
            int[] value = {0};
            int to = right(world);
            DoubleBuffer data = MPI.newDoubleBuffer(1).put(0, 5.5);
            MPI.attachBuffer(new byte[2 * (4 + MPI.BSEND_OVERHEAD)]);
            world.bSend(new int[] {1}, 1, MPI.INT, to, 0);
            value[0] = 2;
            world.bSend(value, 1, MPI.INT, to, 0);
            value[0] = 99;
            assertThat(MPI.detachBuffer()).hasSize(2 * (4 + MPI.BSEND_OVERHEAD));
            assertThat(MPI.detachBuffer()).isNull();
            world.rSend(new int[] {3}, 1, MPI.INT, to, 0);
            MPI.attachBuffer(new byte[1000]);
            Request[] sends = {
                world.iSend(data, 1, MPI.DOUBLE, to, 1),
                world.isSend(data, 1, MPI.DOUBLE, to, 1),
                world.irSend(data, 1, MPI.DOUBLE, to, 1),
                world.ibSend(data, 1, MPI.DOUBLE, to, 1)
            };
            for (int i = 1; i <= 3; i++) {
                world.recv(value, 1, MPI.INT, left(world), 0);
                assertThat(value).containsExactly(i);
            }
            DoubleBuffer got = MPI.newDoubleBuffer(1);
            for (int i = 0; i < 4; i++) {
                Request request = world.iRecv(got, 1, MPI.DOUBLE, MPI.ANY_SOURCE, 1);
                Status status = request.waitStatus();
                assertThat(request.isNull()).isTrue();
                assertThat(status.getSource()).isEqualTo(left(world));
                assertThat(got.get(0)).isEqualTo(5.5);
                got.put(0, 0);
            }
            Request.waitAll(sends);
        });
    }

    @Test
    void shouldEndSynchronousSendsWhenTheyAreReceived() {
        RankJob.onEachSize(
                2,
                world -> { // of one rank none would end
                    int[] value = {world.getRank()};
                    if (world.getRank() == 0) {
                        world.sSend(value, 1, MPI.INT, 1, 0);
                    } else if (world.getRank() == 1) {
                        world.recv(value, 1, MPI.INT, 0, 0);
                        assertThat(value).containsExactly(0);
                    }
                    Request late = world.isSend(MPI.newIntBuffer(1), 1, MPI.INT, right(world), 1);
                    world.barrier(); // nobody has received it
                    assertThat(late.test()).isFalse();
                    world.barrier(); // all have looked
                    world.recv(new int[1], 1, MPI.INT, left(world), 1);
                    late.waitFor();
                });
    }

    @Test
    void shouldExchange() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int right = (rank + 1) % world.getSize();
            int left = (rank + world.getSize() - 1) % world.getSize();
            int[] got = new int[1];
            Status status = world.sendRecv(new int[] {rank}, 1, MPI.INT, right, 1, got, 1, MPI.INT, left, 1);
            assertThat(got).containsExactly(left);
            assertThat(status.getSource()).isEqualTo(left);
            int[] own = {rank};
            world.sendRecvReplace(own, 1, MPI.INT, right, 2, left, 2);
            assertThat(own).containsExactly(left);
        });
    }

    @Test
    void shouldDoNothingWithNobody() {
        RankJob.onEachSize(world -> {
            int[] value = {5};
            world.send(value, 1, MPI.INT, MPI.PROC_NULL, 0);
            Status status = world.recv(value, 1, MPI.INT, MPI.PROC_NULL, 0);
            assertThat(status.getSource()).isEqualTo(MPI.PROC_NULL);
            assertThat(status.getTag()).isEqualTo(MPI.ANY_TAG);
            assertThat(status.getCount(MPI.INT)).isZero();
            assertThat(value).containsExactly(5);
            assertThat(world.probe(MPI.PROC_NULL, 0).getSource()).isEqualTo(MPI.PROC_NULL);
            IntBuffer buffer = MPI.newIntBuffer(1);
            world.iRecv(buffer, 1, MPI.INT, MPI.PROC_NULL, 0).waitFor();
            world.iSend(buffer, 1, MPI.INT, MPI.PROC_NULL, 0).waitFor();
            Message message = new Message();
            message.mProbe(MPI.PROC_NULL, 0, world);
            assertThat(message.isNoProc()).isTrue();
            message.mRecv(value, 1, MPI.INT);
            assertThat(message.isNull()).isTrue();
        });
    }

    @Test
    void shouldWaitForRequests() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            IntBuffer[] got = new IntBuffer[size];
            Request[] requests = new Request[2 * size];
            for (int i = 0; i < size; i++) {
                got[i] = MPI.newIntBuffer(1);
                requests[i] = world.iRecv(got[i], 1, MPI.INT, i, 0);
            }
            for (int i = 0; i < size; i++) {
                requests[size + i] =
                        world.iSend(MPI.newIntBuffer(1).put(0, 10 * world.getRank() + i), 1, MPI.INT, i, 0);
            }
            Status any = Request.waitAnyStatus(requests);
            assertThat(requests[any.getIndex()].isNull()).isTrue();
            Status[] some = Request.waitSomeStatus(requests);
            if (some != null) {
                for (Status status : some) {
                    assertThat(requests[status.getIndex()].isNull()).isTrue();
                }
            }
            Request.waitAll(requests);
            for (int i = 0; i < size; i++) {
                assertThat(got[i].get(0)).isEqualTo(10 * i + world.getRank());
            }
            assertThat(Request.waitAny(requests)).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.testAny(requests)).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.waitSome(requests)).isNull();
            assertThat(Request.testSome(requests)).isNull();
            assertThat(Request.testSomeStatus(requests)).isNull();
            assertThat(Request.testAll(requests)).isTrue();
            assertThat(Request.testAllStatus(requests)).hasSize(2 * size);
            assertThat(Request.testAnyStatus(requests)).isNotNull();
            assertThat(Request.waitAllStatus(requests)).hasSize(2 * size);
            assertThat(MPI.REQUEST_NULL.isNull()).isTrue();
            MPI.REQUEST_NULL.free();
        });
    }

    @Test
    void shouldTestRequests() {
        RankJob.onEachSize(world -> {
            int from = left(world);
            IntBuffer buffer = MPI.newIntBuffer(1);
            Request request = world.iRecv(buffer, 1, MPI.INT, from, 0);
            Request[] one = {request};
            assertThat(request.test()).isFalse();
            assertThat(request.testStatus()).isNull();
            assertThat(request.getStatus()).isNull();
            assertThat(Request.testAll(one)).isFalse();
            assertThat(Request.testAllStatus(one)).isNull();
            assertThat(Request.testAny(one)).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.testAnyStatus(one)).isNull();
            assertThat(Request.testSome(one)).isEmpty();
            world.barrier(); // all have looked
            world.send(new int[] {1}, 1, MPI.INT, right(world), 0);
            while (request.getStatus() == null) {
                Thread.onSpinWait();
            }
            assertThat(request.isNull()).isFalse();
            assertThat(request.test()).isTrue();
            assertThat(request.isNull()).isTrue();
            Request cancelled = world.iRecv(buffer, 1, MPI.INT, from, 9);
            cancelled.cancel();
            assertThat(cancelled.waitStatus().isCancelled()).isTrue();
            world.iRecv(buffer, 1, MPI.INT, from, 9).free();
            world.barrier(); // all have cancelled
            world.send(new int[] {1}, 1, MPI.INT, right(world), 9);
        });
    }

    @Test
    void shouldRunPersistentRequests() {
        RankJob.onEachSize(world -> {
            int right = (world.getRank() + 1) % world.getSize();
            int left = (world.getRank() + world.getSize() - 1) % world.getSize();
            IntBuffer out = MPI.newIntBuffer(1);
            IntBuffer in = MPI.newIntBuffer(1);
            MPI.attachBuffer(new byte[1000]);
            Prequest[] sends = {
                world.sendInit(out, 1, MPI.INT, right, 0),
                world.sSendInit(out, 1, MPI.INT, right, 0),
                world.rSendInit(out, 1, MPI.INT, right, 0),
                world.bSendInit(out, 1, MPI.INT, right, 0)
            };
            Prequest receive = world.recvInit(in, 1, MPI.INT, left, 0);
            for (int round = 0; round < 8; round++) {
                out.put(0, 100 * world.getRank() + round);
                Prequest[] both = {receive, sends[round % 4]};
                assertThat(receive.isNull()).isFalse();
                Prequest.startAll(both);
                Request.waitAll(both);
                assertThat(in.get(0)).isEqualTo(100 * left + round);
            }
            receive.free();
            assertThat(receive.isNull()).isTrue();
        });
    }

    @Test
    void shouldTakeProbedMessages() {
        RankJob.onEachSize(world -> {
            int from = left(world);
            world.send(new int[] {1, 2, 3}, 3, MPI.INT, right(world), 4);
            world.send(new int[] {4}, 1, MPI.INT, right(world), 5);
            Message message = new Message();
            assertThat(message.isNull()).isTrue();
            Status status = message.mProbe(from, 4, world);
            int[] got = new int[status.getCount(MPI.INT) + 1];
            Status second = null;
            Message other = new Message();
            while (second == null) {
                second = other.imProbe(from, MPI.ANY_TAG, world);
            }
            assertThat(second.getTag()).isEqualTo(5);
            assertThat(message.mRecv(got, 4, MPI.INT).getCount(MPI.INT)).isEqualTo(3);
            assertThat(got).containsExactly(1, 2, 3, 0);
            assertThat(message.isNull()).isTrue();
            assertThat(message.isNoProc()).isFalse();
            IntBuffer direct = MPI.newIntBuffer(1);
            other.imRecv(direct, 1, MPI.INT).waitFor();
            assertThat(direct.get(0)).isEqualTo(4);
        });
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            int[] one = {1};
            assertFails(MPI.ERR_RANK, () -> world.send(one, 1, MPI.INT, world.getSize(), 0));
            assertFails(MPI.ERR_RANK, () -> world.recv(one, 1, MPI.INT, -7, 0));
            assertFails(MPI.ERR_TAG, () -> world.send(one, 1, MPI.INT, 0, -1));
            assertFails(MPI.ERR_COUNT, () -> world.send(one, -1, MPI.INT, 0, 0));
            assertFails(MPI.ERR_BUFFER, () -> world.send(one, 2, MPI.INT, 0, 0));
            assertFails(MPI.ERR_BUFFER, () -> world.send("text", 1, MPI.INT, 0, 0));
            assertFails(MPI.ERR_TYPE, () -> world.send(one, 1, MPI.DOUBLE, 0, 0));
            assertFails(MPI.ERR_TYPE, () -> world.send(one, 1, MPI.DATATYPE_NULL, 0, 0));
            assertFails(MPI.ERR_ROOT, () -> world.bcast(one, 1, MPI.INT, world.getSize()));
            assertFails(MPI.ERR_OP, () -> world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
            assertFails(MPI.ERR_BUFFER, () -> world.bSend(one, 1, MPI.INT, 0, 0));
            assertFails(MPI.ERR_REQUEST, () -> new Message().mRecv(one, 1, MPI.INT));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.iSend(ByteBuffer.allocate(1), 1, MPI.BYTE, 0, 0))
                    .withMessageContaining("direct");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.iRecv(CharBuffer.allocate(1), 1, MPI.CHAR, 0, 0));
            world.send(new int[3], 3, MPI.INT, right(world), 0);
            assertFails(MPI.ERR_TRUNCATE, () -> world.recv(one, 1, MPI.INT, left(world), 0));
            int[] sum = {1};
            world.allReduce(sum, 1, MPI.INT, MPI.SUM); // the group goes on
            assertThat(sum).containsExactly(world.getSize());
        });
    }

    interface Wrong {
        void run() throws MPIException;
    }

    static void assertFails(int errorClass, Wrong wrong) {
        assertThatThrownBy(wrong::run)
                .isInstanceOfSatisfying(
                        MPIException.class,
                        e -> assertThat(e.getErrorClass()).as(e.getMessage()).isEqualTo(errorClass));
    }
}

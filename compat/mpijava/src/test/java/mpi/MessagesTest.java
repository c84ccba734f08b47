package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages: send and receive in all modes, objects, requests, persistent requests, probes, packing. */
class MessagesTest {

    static int right(Intracomm world) {
        return (world.Rank() + 1) % world.Size();
    }

    static int left(Intracomm world) {
        return (world.Rank() + world.Size() - 1) % world.Size();
    }

    @Test
    void shouldSendPartsOfArraysRound() {
        RankJob.onEachSize(world -> {
            int rank = world.Rank();
            int left = left(world);
            world.Send(new int[] {-1, rank, 7, -1}, 1, 2, MPI.INT, right(world), 3);
            int[] got = new int[5];
            Status status = world.Recv(got, 2, 3, MPI.INT, left, 3);
            assertThat(got).containsExactly(0, 0, left, 7, 0);
            assertThat(status.source).isEqualTo(left);
            assertThat(status.tag).isEqualTo(3);
            assertThat(status.index).isEqualTo(MPI.UNDEFINED);
            assertThat(status.count).isEqualTo(2);
            assertThat(status.numEls).isEqualTo(2);
            assertThat(status.countInBytes).isEqualTo(8);
            assertThat(status.Get_count(MPI.INT)).isEqualTo(2);
            assertThat(status.Get_elements(MPI.INT)).isEqualTo(2);
            assertThat(status.Get_count(MPI.OBJECT)).isEqualTo(MPI.UNDEFINED);
            assertThat(status.Test_cancelled()).isFalse();
            status.free();
        });
    }

    @Test
    void shouldSendEachKindOfArray() {
        RankJob.onEachSize(world -> {
            Object[] arrays = {
                new byte[] {1, 2}, new char[] {'a', 'ü'}, new short[] {3, 4}, new boolean[] {true, false},
                new int[] {5, 6}, new long[] {7, 8}, new float[] {9, 10}, new double[] {11, 12},
                new String[] {"a", null}
            };
            Datatype[] types = {
                MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.OBJECT
            };
            for (int i = 0; i < arrays.length; i++) {
                world.Send(arrays[i], 0, 2, types[i], right(world), i);
                world.Send(arrays[i], 1, 1, types[i], right(world), i);
                Object got = Array.newInstance(arrays[i].getClass().getComponentType(), 2);
                world.Recv(got, 0, 2, types[i], left(world), i);
                assertThat(got).isEqualTo(arrays[i]);
                assertThat(world.Recv(got, 0, 2, types[i], left(world), i).Get_count(types[i]))
                        .isEqualTo(1);
                assertThat(Array.get(got, 0)).isEqualTo(Array.get(arrays[i], 1));
            }
        });
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Point(int x, double[] values) implements Serializable {}

    @Test
    void shouldSendObjects() {
        RankJob.onEachSize(world -> {
            double[][] rows = {{1}, {2, 3}, null, {4, world.Rank()}};
            world.Send(rows, 1, 3, MPI.OBJECT, right(world), 1);
            world.Send(
                    new Object[] {new Point(world.Rank(), new double[] {1, 2}), "x"},
                    0,
                    2,
                    MPI.OBJECT,
                    right(world),
                    2);
            double[][] got = {{9}, {9}, {9}, {9}, {9}};
            Status status = world.Recv(got, 0, 4, MPI.OBJECT, left(world), 1);
            assertThat(status.Get_count(MPI.OBJECT)).isEqualTo(3);
            assertThat(status.count).isEqualTo(3);
            assertThat(status.Get_count(MPI.INT)).isEqualTo(MPI.UNDEFINED);
            assertThat(status.source).isEqualTo(left(world));
            assertThat(got).isDeepEqualTo(new double[][] {{2, 3}, null, {4, left(world)}, {9}, {9}});
            assertThat(got[0]).isNotSameAs(rows[1]);
            Object[] objects = new Object[2];
            world.Recv(objects, 0, 2, MPI.OBJECT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(objects[0]).isInstanceOfSatisfying(Point.class, point -> {
                assertThat(point.x()).isEqualTo(left(world));
                assertThat(point.values()).containsExactly(1, 2);
            });
        });
    }

    @Test
    void shouldRefuseObjectsThatDoNotFit() {
        RankJob.onEachSize(world -> {
            int from = left(world);
            for (int i = 0; i < 3; i++) {
                world.Send(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, right(world), i);
            }
            world.Send(new int[2], 0, 2, MPI.INT, right(world), 3);
            assertThatThrownBy(() -> world.Recv(new Integer[2], 0, 2, MPI.OBJECT, from, 0))
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining("ERR_TYPE: Recv rank=%d size=%d", world.Rank(), world.Size())
                    .hasMessageContaining("java.lang.String");
            assertThatThrownBy(() -> world.Recv(new Object[2], 0, 1, MPI.OBJECT, from, 1))
                    .hasMessageContaining("ERR_TRUNCATE");
            assertThatThrownBy(() -> world.Recv(new Object[2], 1, 2, MPI.OBJECT, from, 2))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Recv(new Object[2], 0, 2, MPI.OBJECT, from, 3))
                    .hasMessageContaining("ERR_TYPE");
            assertThatThrownBy(() -> world.Recv(new int[2], 0, 2, MPI.INT, from, 2))
                    .isInstanceOf(MPIException.class);
        });
    }

    @Test
    void shouldSendInEachMode() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            MPI.Buffer_attach(ByteBuffer.allocate(10 * (MPI.BSEND_OVERHEAD + 8)));
            long[] value = {world.Rank()};
            Request synchronous = world.Issend(value, 0, 1, MPI.LONG, right(world), 0);
            world.Bsend(value, 0, 1, MPI.LONG, right(world), 0);
            world.Rsend(value, 0, 1, MPI.LONG, right(world), 0);
            Request[] started = {
                world.Isend(value, 0, 1, MPI.LONG, right(world), 0),
                world.Ibsend(value, 0, 1, MPI.LONG, right(world), 0),
                world.Irsend(value, 0, 1, MPI.LONG, right(world), 0)
            };
            long[] got = new long[6];
            for (int i = 0; i < 6; i++) {
                world.Recv(got, i, 1, MPI.LONG, left(world), 0);
            }
            assertThat(got).containsOnly(left(world));
            synchronous.Wait();
            Request.Waitall(started);
            if (size > 1) {
                int even = world.Rank() % 2;
                boolean isLastOdd = size % 2 == 1 && world.Rank() == size - 1;
                if (!isLastOdd && even == 0) {
                    world.Ssend(new Object[] {"sync"}, 0, 1, MPI.OBJECT, right(world), 9);
                } else if (!isLastOdd) {
                    world.Recv(new Object[1], 0, 1, MPI.OBJECT, left(world), 9);
                }
            }
            MPI.Buffer_detach();
            MPI.Buffer_attach(new byte[1000]);
            MPI.Buffer_detach();
        });
    }

    @Test
    void shouldRefuseABufferedSendWithoutRoom() {
        RankJob.onEachSize(world -> {
            assertThatThrownBy(() -> world.Bsend(new int[1], 0, 1, MPI.INT, 0, 0))
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining(
                            "ERR_BUFFER: Bsend rank=%d size=%d comm=MPI.COMM_WORLD: no buffer is attached",
                            world.Rank(), world.Size());
            MPI.Buffer_attach(ByteBuffer.allocate(MPI.BSEND_OVERHEAD));
            assertThatThrownBy(() -> world.Bsend(new int[1], 0, 1, MPI.INT, 0, 0))
                    .hasMessageContaining("no room");
            assertThatThrownBy(() -> MPI.Buffer_attach(new byte[1])).hasMessageContaining("attached already");
            MPI.Buffer_detach();
        });
    }

    @Test
    void shouldStartAndWait() {
        RankJob.onEachSize(world -> {
            int[][] got = new int[3][2];
            Request[] requests = new Request[5];
            for (int i = 0; i < 3; i++) {
                requests[i] = world.Irecv(got[i], 1, 1, MPI.INT, left(world), i);
            }
            assertThat(requests[0].Is_null()).isFalse();
            assertThat(requests[0].Test()).isNull();
            assertThat(Request.Testall(requests)).isNull();
            assertThat(Request.Testany(requests)).isNull();
            assertThat(Request.Testsome(requests)).isEmpty();
            world.Barrier();
            world.Send(new int[] {20}, 0, 1, MPI.INT, right(world), 2);
            Status first = Request.Waitany(requests);
            assertThat(first.index).isEqualTo(2);
            assertThat(got[2]).containsExactly(0, 20);
            assertThat(requests[2].Is_null()).isTrue();
            world.Barrier(); // no message comes before all have looked for the one before
            world.Send(new int[] {10}, 0, 1, MPI.INT, right(world), 1);
            Status[] some = Request.Waitsome(requests);
            assertThat(some).hasSize(1);
            assertThat(some[0].index).isEqualTo(1);
            world.Barrier();
            world.Send(new int[] {5}, 0, 1, MPI.INT, right(world), 0);
            requests[3] = world.Irecv(new Object[1], 0, 1, MPI.OBJECT, left(world), 7);
            world.Isend(new Object[] {"o"}, 0, 1, MPI.OBJECT, right(world), 7).Wait();
            Status[] all = Request.Waitall(requests);
            assertThat(all[0].source).isEqualTo(left(world));
            assertThat(all[3].Get_count(MPI.OBJECT)).isEqualTo(1);
            assertThat(got[0]).containsExactly(0, 5);
            assertThat(Request.Waitany(requests).index).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.Testall(requests)).hasSize(5);
            assertThat(Request.Waitsome(requests)).isEmpty();
            assertThat(MPI.REQUEST_NULL.Is_null()).isTrue();
            assertThat(MPI.REQUEST_NULL.Wait().source).isEqualTo(MPI.ANY_SOURCE);
            assertThat(MPI.EMPTY_STATUS.count).isZero();
            assertThat(new Status().Test_cancelled()).isFalse();
        });
    }

    @Test
    void shouldCancelAndForget() {
        RankJob.onEachSize(world -> {
            Request receive = world.Irecv(new int[1], 0, 1, MPI.INT, left(world), 5);
            receive.Cancel();
            assertThat(receive.Wait().Test_cancelled()).isTrue();
            Request send = world.Isend(new int[1], 0, 1, MPI.INT, right(world), 6);
            send.Free();
            assertThat(send.Is_null()).isTrue();
            world.Recv(new int[1], 0, 1, MPI.INT, left(world), 6);
        });
    }

    @Test
    void shouldRepeatWhatWasPrepared() {
        RankJob.onEachSize(world -> {
            MPI.Buffer_attach(ByteBuffer.allocate(100_000));
            int[] value = {0};
            int[] got = new int[4];
            Prequest[] all = {
                world.Recv_init(got, 0, 1, MPI.INT, left(world), 0),
                world.Recv_init(got, 1, 1, MPI.INT, left(world), 1),
                world.Recv_init(got, 2, 1, MPI.INT, left(world), 2),
                world.Recv_init(got, 3, 1, MPI.INT, left(world), 3),
                world.Send_init(value, 0, 1, MPI.INT, right(world), 0),
                world.Bsend_init(value, 0, 1, MPI.INT, right(world), 1),
                world.Ssend_init(value, 0, 1, MPI.INT, right(world), 2),
                world.Rsend_init(value, 0, 1, MPI.INT, right(world), 3)
            };
            for (int round = 1; round < 4; round++) {
                value[0] = round;
                Prequest.Startall(all);
                Request.Waitall(all);
                assertThat(got).containsOnly(round);
                assertThat(all[0].Is_null()).isFalse();
            }
            all[0].Start();
            assertThatThrownBy(() -> all[0].Start()).hasMessageContaining("request is active");
            world.Send(value, 0, 1, MPI.INT, right(world), 0);
            all[0].Wait();
            all[0].Free();
            assertThat(all[0].Is_null()).isTrue();
            assertThatThrownBy(() -> all[0].Start()).hasMessageContaining("ERR_REQUEST");
            MPI.Buffer_detach();
        });
    }

    @Test
    void shouldExchange() {
        RankJob.onEachSize(world -> {
            double[] values = {world.Rank(), -1};
            Status status =
                    world.Sendrecv(values, 0, 1, MPI.DOUBLE, right(world), 1, values, 1, 1, MPI.DOUBLE, left(world), 1);
            assertThat(values).containsExactly(world.Rank(), left(world));
            assertThat(status.Get_count(MPI.DOUBLE)).isEqualTo(1);
            world.Sendrecv_replace(values, 0, 1, MPI.DOUBLE, right(world), 2, left(world), 2);
            assertThat(values[0]).isEqualTo(left(world));
            String[] text = {"from " + world.Rank()};
            world.Sendrecv_replace(text, 0, 1, MPI.OBJECT, right(world), 3, left(world), 3);
            assertThat(text[0]).isEqualTo("from " + left(world));
        });
    }

    @Test
    void shouldProbe() {
        RankJob.onEachSize(world -> {
            if (world.Rank() > 0) {
                world.Send(new long[] {world.Rank()}, 0, 1, MPI.LONG, 0, 10 + world.Rank());
                world.Send(new Object[] {"o"}, 0, 1, MPI.OBJECT, 0, 1000);
                return;
            }
            boolean[] seen = new boolean[world.Size()];
            for (int i = 1; i < world.Size(); i++) {
                Status found = world.Probe(MPI.ANY_SOURCE, 10 + i);
                assertThat(found.Get_count(MPI.LONG)).isEqualTo(1);
                assertThat(found.countInBytes).isEqualTo(8);
                long[] got = new long[1];
                Status status = world.Recv(got, 0, 1, MPI.LONG, found.source, found.tag);
                assertThat(got[0]).isEqualTo(status.source);
                seen[status.source] = true;
                assertThat(world.Probe(i, MPI.ANY_TAG).Get_count(MPI.OBJECT)).isEqualTo(MPI.UNDEFINED);
                world.Recv(new Object[1], 0, 1, MPI.OBJECT, i, 1000);
            }
            seen[0] = true;
            assertThat(seen).containsOnly(true);
            assertThat(world.Iprobe(MPI.ANY_SOURCE, 5)).isNull();
            world.Send(new byte[3], 0, 3, MPI.BYTE, 0, 5);
            Status own;
            do {
                own = world.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            } while (own == null);
            assertThat(own.Get_count(MPI.BYTE)).isEqualTo(3);
            world.Recv(new byte[3], 0, 3, MPI.BYTE, 0, 5);
        });
    }

    @Test
    void shouldSendToNobody() {
        RankJob.onEachSize(world -> {
            world.Send(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
            world.Ssend(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
            world.Isend(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0).Wait();
            int[] got = {3};
            Status status = world.Recv(got, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
            assertThat(status.source).isEqualTo(MPI.PROC_NULL);
            assertThat(status.tag).isEqualTo(MPI.ANY_TAG);
            assertThat(status.Get_count(MPI.INT)).isZero();
            assertThat(got).containsExactly(3);
            Object[] objects = {"kept"};
            assertThat(world.Recv(objects, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0).Get_count(MPI.OBJECT))
                    .isZero();
            assertThat(world.Irecv(objects, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0).Wait().source)
                    .isEqualTo(MPI.PROC_NULL);
            assertThat(world.Probe(MPI.PROC_NULL, 0).source).isEqualTo(MPI.PROC_NULL);
            assertThat(world.Iprobe(MPI.PROC_NULL, 0)).isNotNull();
            assertThat(objects).containsExactly("kept");
        });
    }

    @Test
    void shouldPack() {
        RankJob.onEachSize(world -> {
            byte[] sent = new byte[2000];
            assertThat(world.Pack_size(2, MPI.INT)).isEqualTo(8);
            assertThat(world.Pack_size(2, MPI.OBJECT)).isEqualTo(128);
            int end = world.Pack(new int[] {0, 1, 2}, 1, 2, MPI.INT, sent, 0);
            end = world.Pack(new Object[] {"text", List.of(1)}, 0, 2, MPI.OBJECT, sent, end);
            end = world.Pack(new boolean[] {true}, 0, 1, MPI.BOOLEAN, sent, end);
            world.Send(sent, 0, end, MPI.PACKED, right(world), 0);
            byte[] small = new byte[7];
            assertThatThrownBy(() -> world.Pack(new int[2], 0, 2, MPI.INT, small, 0))
                    .hasMessageContaining("ERR_TRUNCATE: Pack");
            assertThatThrownBy(() -> world.Pack_size(-1, MPI.INT)).hasMessageContaining("ERR_COUNT");
            byte[] packed = new byte[2000];
            int length = world.Recv(packed, 0, 2000, MPI.PACKED, left(world), 0).Get_count(MPI.PACKED);
            assertThat(length).isEqualTo(end);
            int[] ints = new int[3];
            Object[] objects = new Object[2];
            boolean[] flags = new boolean[1];
            int at = world.Unpack(packed, 0, ints, 1, 2, MPI.INT);
            at = world.Unpack(packed, at, objects, 0, 2, MPI.OBJECT);
            assertThat(world.Unpack(packed, at, flags, 0, 1, MPI.BOOLEAN)).isEqualTo(length);
            assertThat(ints).containsExactly(0, 1, 2);
            assertThat(objects).containsExactly("text", List.of(1));
            assertThat(flags).containsExactly(true);
        });
    }

    @Test
    void shouldPackIntoBuffersOfMpjExpress() {
        RankJob.onEachSize(world -> {
            mpjbuf.Buffer sent = new mpjbuf.Buffer(mpjbuf.BufferFactory.create(500), 8, 400);
            int end = world.Pack(new long[] {1, 2}, 0, 2, MPI.LONG, sent, 0);
            end = world.Pack(new Object[] {"text"}, 0, 1, MPI.OBJECT, sent, end);
            assertThat(sent.getSize()).isEqualTo(end);
            assertThat(sent.getCapacity()).isEqualTo(400);
            sent.commit();
            world.Send(sent, 0, end, MPI.PACKED, right(world), 0);
            mpjbuf.RawBuffer raw = mpjbuf.BufferFactory.create(500);
            assertThat(raw.getCapacity()).isEqualTo(500);
            mpjbuf.Buffer packed = new mpjbuf.Buffer(raw, 0, 500);
            world.Recv(packed, 0, 500, MPI.PACKED, left(world), 0);
            sent.clear();
            assertThat(sent.getSize()).isZero();
            sent.free();
            long[] values = new long[2];
            Object[] text = new Object[1];
            int at = world.Unpack(packed, 0, values, 0, 2, MPI.LONG);
            assertThat(at).isEqualTo(16);
            world.Unpack(packed, at, text, 0, 1, MPI.OBJECT);
            assertThat(values).containsExactly(1, 2);
            assertThat(text).containsExactly("text");
            mpjbuf.BufferFactory.destroy(raw);
            mpjbuf.Buffer small = new mpjbuf.Buffer(3);
            assertThatThrownBy(() -> world.Unpack(small, 0, values, 0, 1, MPI.LONG))
                    .hasMessageContaining("ERR_TRUNCATE");
        });
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.onEachSize(world -> {
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, MPI.INT, 9, 0))
                    .hasMessage(
                            "ERR_RANK: Send rank=%d size=%d comm=MPI.COMM_WORLD: destination must lie in [0, %d):"
                                    + " destination=9; pass a rank from 0 to %d",
                            world.Rank(), world.Size(), world.Size(), world.Size() - 1);
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, MPI.INT, 0, -1))
                    .hasMessageContaining("ERR_TAG");
            assertThatThrownBy(() -> world.Recv(new int[1], 0, 1, MPI.INT, 0, -3))
                    .hasMessageContaining("ERR_TAG");
            assertThatThrownBy(() -> world.Send(new int[1], 0, 2, MPI.INT, 0, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Send(new int[1], 1, 1, MPI.INT, 0, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Send(new int[1], -1, 1, MPI.INT, 0, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Send(new int[1], 0, -1, MPI.INT, 0, 0))
                    .hasMessageContaining("ERR_COUNT");
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, MPI.DOUBLE, 0, 0))
                    .hasMessageContaining("ERR_TYPE");
            assertThatThrownBy(() -> world.Send(new int[1][1], 0, 1, MPI.INT, 0, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, MPI.NULL, 0, 0))
                    .hasMessageContaining("ERR_TYPE");
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, MPI.OBJECT, 0, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> MPI.COMM_NULL.Size()).hasMessageContaining("ERR_COMM");
            world.Send(new int[3], 0, 3, MPI.INT, right(world), 4);
            assertThatThrownBy(() -> world.Recv(new int[3], 0, 2, MPI.INT, left(world), 4))
                    .hasMessageContaining("ERR_TRUNCATE: Recv rank=%d", world.Rank());
            world.Barrier();
        });
    }

    @Test
    void shouldNotLoseTheOrderOfManyMessages() {
        RankJob.onEachSize(world -> {
            int[] numbers = new int[1000];
            Arrays.setAll(numbers, i -> i);
            for (int i = 0; i < numbers.length; i++) {
                world.Send(numbers, i, 1, MPI.INT, right(world), i % 2);
            }
            int[] got = new int[1];
            for (int i = 0; i < numbers.length; i++) {
                world.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertThat(got[0]).isEqualTo(i);
            }
        });
    }
}

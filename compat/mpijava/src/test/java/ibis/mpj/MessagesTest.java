package ibis.mpj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Messages, requests, packing: each does what the method of {@code mpi} does. */
class MessagesTest {

    private static int right(Intracomm world) throws MPJException {
        return (world.rank() + 1) % world.size();
    }

    private static int left(Intracomm world) throws MPJException {
        return (world.rank() + world.size() - 1) % world.size();
    }

    @Test
    void shouldSendInEachModeAndProbe() {
        RankJob.onEachSize(world -> {
            byte[] room = new byte[10_000];
            MPJ.bufferAttach(new byte[5]);
            MPJ.bufferAttach(room);
            int[] value = {world.rank()};
            Request synchronous = world.issend(value, 0, 1, MPJ.INT, right(world), 1);
            world.send(value, 0, 1, MPJ.INT, right(world), 1);
            world.bsend(value, 0, 1, MPJ.INT, right(world), 1);
            world.rsend(value, 0, 1, MPJ.INT, right(world), 1);
            Request[] sends = {
                world.isend(value, 0, 1, MPJ.INT, right(world), 1),
                world.ibsend(value, 0, 1, MPJ.INT, right(world), 1),
                world.irsend(value, 0, 1, MPJ.INT, right(world), 1),
                null
            };
            Status found = world.probe(MPJ.ANY_SOURCE, 1);
            assertThat(found.getSource()).isEqualTo(left(world));
            assertThat(found.getTag()).isEqualTo(1);
            assertThat(found.getSize()).isEqualTo(4);
            assertThat(world.iprobe(left(world), 2)).isNull();
            int[] got = new int[7];
            for (int i = 0; i < got.length; i++) {
                Status status = world.recv(got, i, 1, MPJ.INT, MPJ.ANY_SOURCE, 1);
                assertThat(status.getCount(MPJ.INT)).isEqualTo(1);
                assertThat(status.getCount(null)).isEqualTo(1);
                assertThat(status.getElements(MPJ.INT)).isEqualTo(1);
                assertThat(status.testCancelled()).isFalse();
            }
            assertThat(got).containsOnly(left(world));
            synchronous.Wait();
            assertThat(Request.waitAll(sends)).hasSize(4);
            assertThat(MPJ.bufferDetach()).isSameAs(room);
            if (world.rank() > 0) {
                world.ssend(new Object[] {"from " + world.rank()}, 0, 1, MPJ.OBJECT, 0, 2);
            }
            for (int i = 1; world.rank() == 0 && i < world.size(); i++) {
                Object[] text = new Object[1];
                Status status = world.recv(text, 0, 1, MPJ.OBJECT, MPJ.ANY_SOURCE, 2);
                assertThat(text[0]).isEqualTo("from " + status.getSource());
            }
        });
    }

    @Test
    void shouldWaitForRequests() {
        RankJob.onEachSize(world -> {
            int[][] got = new int[3][1];
            Request[] receives = new Request[3];
            for (int i = 0; i < 3; i++) {
                receives[i] = world.irecv(got[i], 0, 1, MPJ.INT, left(world), i);
            }
            assertThat(receives[0].isVoid()).isFalse();
            assertThat(receives[0].test()).isNull();
            assertThat(Request.testAny(receives)).isNull();
            assertThat(Request.testAll(receives)).isNull();
            assertThat(Request.testSome(receives)).isEmpty();
            world.barrier();
            world.send(new int[] {20}, 0, 1, MPJ.INT, right(world), 2);
            assertThat(Request.waitAny(receives).getIndex()).isEqualTo(2);
            assertThat(receives[2].isVoid()).isTrue();
            assertThat(receives[2].Wait()).isNull();
            world.barrier(); // no message comes before all have looked for the one before
            world.send(new int[] {10}, 0, 1, MPJ.INT, right(world), 1);
            Status[] some = Request.waitSome(receives);
            assertThat(some).hasSize(1);
            assertThat(some[0].getIndex()).isEqualTo(1);
            world.barrier();
            world.send(new int[] {5}, 0, 1, MPJ.INT, right(world), 0);
            assertThat(Request.waitAll(receives)[0].getSource()).isEqualTo(left(world));
            assertThat(got[0][0] + got[1][0] + got[2][0]).isEqualTo(35);
            assertThat(Request.waitAny(receives)).isNull();
            assertThat(Request.waitSome(receives)).isNull();
            assertThat(Request.waitAny(null)).isNull();
            assertThat(Request.testAll(receives)).hasSize(3);
        });
    }

    @Test
    void shouldRepeatWhatWasPrepared() {
        RankJob.onEachSize(world -> {
            MPJ.bufferAttach(new byte[100_000]);
            int[] value = {0};
            int[] got = new int[4];
            Prequest[] all = {
                world.recvInit(got, 0, 1, MPJ.INT, left(world), 0),
                world.recvInit(got, 1, 1, MPJ.INT, left(world), 1),
                world.recvInit(got, 2, 1, MPJ.INT, left(world), 2),
                world.recvInit(got, 3, 1, MPJ.INT, left(world), 3),
                world.sendInit(value, 0, 1, MPJ.INT, right(world), 0),
                world.bsendInit(value, 0, 1, MPJ.INT, right(world), 1),
                world.ssendInit(value, 0, 1, MPJ.INT, right(world), 2),
                world.rsendInit(value, 0, 1, MPJ.INT, right(world), 3)
            };
            for (int round = 1; round < 4; round++) {
                assertThat(all[0].isVoid()).isTrue();
                value[0] = round;
                Prequest.startAll(all);
                Request.waitAll(all);
                assertThat(got).containsOnly(round);
            }
            all[0].start();
            world.send(value, 0, 1, MPJ.INT, right(world), 0);
            assertThat(all[0].Wait()).isNotNull();
            MPJ.bufferDetach();
        });
    }

    @Test
    void shouldExchangeAndPack() {
        RankJob.onEachSize(world -> {
            double[] values = {world.rank(), -1};
            world.sendrecv(values, 0, 1, MPJ.DOUBLE, right(world), 1, values, 1, 1, MPJ.DOUBLE, left(world), 1);
            assertThat(values[1]).isEqualTo(left(world));
            world.sendrecvReplace(values, 0, 1, MPJ.DOUBLE, right(world), 2, MPJ.ANY_SOURCE, MPJ.ANY_TAG);
            assertThat(values[0]).isEqualTo(left(world));

            byte[] packed = new byte[world.packSize(2, MPJ.DOUBLE)];
            assertThat(world.pack(values, 0, 2, MPJ.DOUBLE, packed, 0)).isEqualTo(16);
            assertThat(world.pack(values, 0, 2, MPJ.DOUBLE)).isEqualTo(packed);
            double[] unpacked = new double[2];
            assertThat(world.unpack(packed, 0, unpacked, 0, 2, MPJ.DOUBLE)).isEqualTo(16);
            assertThat(unpacked).isEqualTo(values);
            assertThatThrownBy(() -> world.packSize(1, MPJ.OBJECT)).hasMessageContaining("ERR_TYPE");
        });
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.onEachSize(world -> {
            assertThatThrownBy(() -> world.send(new int[1], 0, 1, MPJ.INT, 9, 0))
                    .isInstanceOf(MPJException.class)
                    .hasMessageContaining("ERR_RANK: Send rank=");
            assertThatThrownBy(() -> world.recv(new int[1], 0, 1, MPJ.INT, -2, 0))
                    .hasMessageContaining("ERR_RANK: no such source: source=-2");
            assertThatThrownBy(() -> world.recv(new int[1], 0, 1, MPJ.INT, 0, -2))
                    .hasMessageContaining("ERR_TAG: no such tag: tag=-2");
            assertThatThrownBy(() -> world.send(new int[1], 0, 1, MPJ.INT, 0, MPJ.ANY_TAG))
                    .hasMessageContaining("ERR_TAG");
            assertThatThrownBy(() -> world.attrGet(99)).hasMessageContaining("ERR_KEYVAL");
            assertThat(world.attrGet(MPJ.TAG_UB)).isEqualTo(Integer.MAX_VALUE);
            assertThat(new MPJException()).hasMessage(null);
            assertThat(new MPJException("text")).hasMessage("text");
            assertThat(new MPJException("text", new IllegalStateException("why")))
                    .hasRootCauseMessage("why");
            Status none = world.recv(new int[1], 0, 1, MPJ.INT, MPJ.PROC_NULL, 0);
            assertThat(none.getSource()).isEqualTo(MPJ.PROC_NULL);
            assertThat(none.getTag()).isEqualTo(MPJ.ANY_TAG);
        });
    }
}

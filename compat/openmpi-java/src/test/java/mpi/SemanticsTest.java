package mpi;

import static mpi.CollectivesTest.direct;
import static mpi.CollectivesTest.ints;
import static mpi.MessagesTest.assertFails;
import static mpi.MessagesTest.left;
import static mpi.MessagesTest.right;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is not plain in this API: null buffers, views, values that are set, calls that do nothing. */
class SemanticsTest {

    @Test
    void shouldTakeNullWhereNothingIsMoved() {
        RankJob.onEachSize(world -> {
            world.send(null, 0, MPI.INT, right(world), 0);
            assertThat(world.recv(null, 0, MPI.DOUBLE, left(world), 0).getCount(MPI.DOUBLE))
                    .isZero();
            Request receive = world.iRecv(null, 0, MPI.BYTE, left(world), 1);
            world.iSend(null, 0, MPI.INT, right(world), 1).waitFor();
            receive.waitFor();
            world.bcast(null, 0, MPI.INT, 0);
            world.allReduce(null, null, 0, MPI.INT, MPI.SUM);
            world.allGather(null, 0, MPI.INT, null, 0, MPI.INT);
            world.iAllToAll(null, 0, MPI.INT, null, 0, MPI.INT).waitFor();
        });
    }

    @Test
    void shouldClearWhatIsSliced() {
        IntBuffer values = MPI.newIntBuffer(4).put(new int[] {1, 2, 3, 4});
        values.position(1).limit(2);

        IntBuffer rest = MPI.slice(values, 3);

        assertThat(values.position()).isZero();
        assertThat(values.limit()).isEqualTo(4);
        assertThat(rest.capacity()).isEqualTo(1);
        assertThat(rest.isDirect()).isTrue();
        assertThat(rest.get(0)).isEqualTo(4);
        rest.put(0, 9);
        assertThat(values.get(3)).isEqualTo(9);
        IntBuffer ofArray = MPI.slice(new int[] {5, 6, 7}, 1);
        assertThat(ofArray.arrayOffset()).isEqualTo(1);
        assertThat(ofArray.get(0)).isEqualTo(6);
    }

    @Test
    void shouldMakeDirectBuffersInNativeOrder() {
        for (ByteOrder order : List.of(
                MPI.newByteBuffer(8).order(),
                MPI.newCharBuffer(1).order(),
                MPI.newShortBuffer(1).order(),
                MPI.newIntBuffer(1).order(),
                MPI.newLongBuffer(1).order(),
                MPI.newFloatBuffer(1).order(),
                MPI.newDoubleBuffer(1).order())) {
            assertThat(order).isEqualTo(ByteOrder.nativeOrder());
        }
        assertThat(MPI.newByteBuffer(8).isDirect()).isTrue();
        assertThat(MPI.newDoubleBuffer(3).capacity()).isEqualTo(3);
    }

    @Test
    void shouldReturnTheBufferThatWasAttached() {
        RankJob.onEachSize(world -> {
            byte[] room = new byte[4 + MPI.BSEND_OVERHEAD];
            MPI.attachBuffer(room);
            world.bSend(new int[] {world.getRank()}, 1, MPI.INT, right(world), 0);
            int[] got = new int[1];
            world.recv(got, 1, MPI.INT, left(world), 0);
            assertThat(got[0]).isEqualTo(left(world));
            assertThat(MPI.detachBuffer()).isSameAs(room);
        });
    }

    @Test
    void shouldCompareTypesWithBuffers() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            int me = world.getRank();
            assertFails(MPI.ERR_TYPE, () -> world.send(new int[2], 1, MPI.INT2, me, 0));
            assertFails(MPI.ERR_TYPE, () -> world.send(new float[2], 1, MPI.DOUBLE_COMPLEX, me, 0));
            assertFails(MPI.ERR_TYPE, () -> world.send(new char[2], 1, MPI.BYTE, me, 0));
            assertFails(MPI.ERR_TYPE, () -> world.send(DoubleBuffer.allocate(1), 1, MPI.FLOAT, me, 0));
            world.send(MPI.newByteBuffer(8), 1, MPI.INT2, me, 0); // direct bytes are of any type
            assertThat(world.probe(me, 0).getCount(MPI.BYTE)).isEqualTo(8);
            world.recv(new byte[8], 1, MPI.INT2, me, 0);
            world.send(new char[] {'a'}, 1, MPI.CHAR, me, 0);
            assertThat(world.recv(new byte[2], 2, MPI.BYTE, me, 0).getCount(MPI.CHAR))
                    .isEqualTo(1);
            world.send(new boolean[3], 3, MPI.BOOLEAN, me, 0);
            assertThat(world.recv(new byte[4], 4, MPI.BYTE, me, 0).getCount(MPI.BYTE))
                    .isEqualTo(3);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.sendInit(IntBuffer.allocate(1), 1, MPI.INT, me, 0));
        });
    }

    @Test
    void shouldLayOutPairsAsStructsOfC() {
        RankJob.onEachSize(world -> {
            assertThat(MPI.int2.getExtent()).isEqualTo(8);
            assertThat(MPI.shortInt.getExtent()).isEqualTo(8);
            assertThat(MPI.longInt.getExtent()).isEqualTo(16);
            assertThat(MPI.floatInt.getExtent()).isEqualTo(8);
            assertThat(MPI.doubleInt.getExtent()).isEqualTo(16);
            ByteBuffer bytes = MPI.newByteBuffer(32);
            LongInt.Data second = MPI.longInt.getData(bytes, 1);
            second.putValue(5);
            second.putIndex(6);
            assertThat(bytes.getLong(16)).isEqualTo(5);
            assertThat(bytes.getInt(24)).isEqualTo(6);
            ShortInt.Data pair = MPI.shortInt.getData(bytes, 0);
            pair.putValue((short) 7);
            pair.putIndex(8);
            assertThat(bytes.getShort(0)).isEqualTo((short) 7);
            assertThat(bytes.getInt(4)).isEqualTo(8);
        });
    }

    @Test
    void shouldHavePredefinedAttributes() {
        RankJob.onEachSize(world -> {
            assertThat(world.getAttr(MPI.TAG_UB)).isInstanceOf(Integer.class);
            assertThat(world.getAttr(MPI.HOST)).isEqualTo(MPI.PROC_NULL);
            assertThat(world.getAttr(MPI.IO)).isInstanceOf(Integer.class);
            assertThat(world.getAttr(MPI.APPNUM)).isEqualTo(0);
            assertThat(world.getAttr(MPI.LASTUSEDCODE)).isEqualTo(MPI.ERR_LASTCODE);
            assertThat(world.getAttr(MPI.WTIME_IS_GLOBAL)).isEqualTo(false);
            assertThat(MPI.COMM_SELF.getAttr(MPI.UNIVERSE_SIZE)).isEqualTo(world.getSize());
        });
    }

    @Test
    void shouldCompareRanksInAnotherOrder() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            Intracomm turned = world.split(0, -world.getRank());
            assertThat(Comm.compare(world, turned)).isEqualTo(size == 1 ? MPI.CONGRUENT : MPI.SIMILAR);
            Group all = world.getGroup();
            int[] ranks = {0, MPI.PROC_NULL, size - 1};
            assertThat(Group.translateRanks(all, ranks, turned.getGroup())).containsExactly(size - 1, MPI.PROC_NULL, 0);
        });
    }

    @Test
    void shouldThrowAnUncheckedExceptionFromClone() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Intracomm freed = world.dup();
            freed.free();
            assertThatThrownBy(freed::clone)
                    .isInstanceOf(RuntimeException.class)
                    .hasCauseInstanceOf(MPIException.class);
        });
    }

    @Test
    void shouldFillDimensionsThatAreZero() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            int[] dims = {0, 3, 0};
            CartComm.createDims(24, dims);
            assertThat(dims[1]).isEqualTo(3);
            assertThat(dims[0] * dims[2]).isEqualTo(8);
            assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}));
        });
    }

    @Test
    void shouldTakeGraphsWithoutWeights() {
        RankJob.onEachSize(world -> {
            int[] self = {world.getRank()};
            int[] next = {right(world)};
            GraphComm graph = world.createDistGraph(self, new int[] {1}, next, null, MPI.INFO_NULL, false);
            assertThat(graph.getDistGraphNeighbors().isWeighted()).isFalse();
            assertThat(graph.getDistGraphNeighbors().getSource(0)).isEqualTo(left(world));
            GraphComm adjacent =
                    world.createDistGraphAdjacent(new int[] {left(world)}, null, next, null, MPI.INFO_NULL, false);
            assertThat(adjacent.getDistGraphNeighbors().isWeighted()).isFalse();
        });
    }

    @Test
    void shouldTakeNullForRequestsThatAreNotThere() {
        RankJob.onEachSize(world -> {
            IntBuffer got = MPI.newIntBuffer(1);
            Request[] requests = {null, world.iRecv(got, 1, MPI.INT, left(world), 0), MPI.REQUEST_NULL};
            world.send(new int[] {3}, 1, MPI.INT, right(world), 0);
            assertThat(Request.waitAny(requests)).isEqualTo(1);
            assertThat(Request.waitAnyStatus(requests).getIndex()).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.testAnyStatus(requests).getIndex()).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.waitAllStatus(requests))
                    .extracting(Status::getSource)
                    .containsOnly(MPI.ANY_SOURCE);
            assertThat(got.get(0)).isEqualTo(3);
        });
    }

    @Test
    void shouldKeepPreparedRequests() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            IntBuffer got = MPI.newIntBuffer(1);
            Prequest receive = world.recvInit(got, 1, MPI.INT, left(world), 0);
            assertThat(receive.waitStatus().getSource()).isEqualTo(MPI.ANY_SOURCE); // not active: returns at once
            assertThat(receive.test()).isTrue();
            receive.start();
            assertFails(MPI.ERR_REQUEST, receive::start);
            assertThat(receive.testStatus()).isNull();
            world.barrier(); // all have looked
            world.send(new int[] {4}, 1, MPI.INT, right(world), 0);
            assertThat(receive.waitStatus().getSource()).isEqualTo(left(world));
            assertThat(receive.isNull()).isFalse();
            receive.free();
            assertFails(MPI.ERR_REQUEST, receive::start);
        });
    }

    @Test
    void shouldRefuseAnOperatorThatOverridesNothing() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            UserFunction empty = new UserFunction() {};
            assertThatThrownBy(() -> empty.call(new int[1], new int[1], 1, MPI.INT))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("override one of the methods");
            if (world.getSize() > 1) {
                assertThatThrownBy(() -> world.allReduce(new int[1], 1, MPI.INT, new Op(empty, true)))
                        .isInstanceOf(MPIException.class)
                        .hasMessageContaining("override one of the methods");
            }
        });
    }

    @Test
    void shouldPackOnlyWhatFits() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            byte[] seven = new byte[7];
            assertThat(world.packSize(3, MPI.DOUBLE)).isEqualTo(24);
            assertThat(world.pack(new int[] {1}, 1, MPI.INT, seven, 3)).isEqualTo(7);
            assertFails(MPI.ERR_TRUNCATE, () -> world.pack(new int[2], 1, MPI.INT, seven, 4));
            assertFails(MPI.ERR_TRUNCATE, () -> world.unpack(seven, 0, new int[2], 2, MPI.INT));
            assertFails(MPI.ERR_COUNT, () -> world.packSize(-1, MPI.INT));
        });
    }

    /** Block i of those of the other group has i + 1 elements. */
    @Test
    void shouldMoveUnequalBlocksBetweenGroups() {
        RankJob.onEachSize(2, world -> {
            int side = world.getRank() % 2;
            Intracomm part = world.split(side, 0);
            Intercomm inter = world.createIntercomm(part, 0, 1 - side, 3);
            int own = part.getRank();
            int remote = inter.getRemoteSize();
            int[] counts = IntStream.rangeClosed(1, remote).toArray();
            int[] displs = IntStream.range(0, remote).map(i -> i * (i + 1) / 2).toArray();
            int[] mine = filled(own + 1, own);
            int[] theirs = IntStream.range(0, remote)
                    .flatMap(i -> Arrays.stream(filled(i + 1, i)))
                    .toArray();
            int[] all = new int[theirs.length];
            inter.allGatherv(mine, own + 1, MPI.INT, all, counts, displs, MPI.INT);
            assertThat(all).isEqualTo(theirs);
            int root = side == 0 ? (own == 0 ? MPI.ROOT : MPI.PROC_NULL) : 0;
            int[] gathered = new int[theirs.length];
            inter.gatherv(mine, own + 1, MPI.INT, gathered, counts, displs, MPI.INT, root);
            assertThat(gathered).isEqualTo(root == MPI.ROOT ? theirs : new int[theirs.length]);
            int[] scattered = new int[own + 1];
            inter.scatterv(theirs, counts, displs, MPI.INT, scattered, own + 1, MPI.INT, root);
            assertThat(scattered).isEqualTo(side == 1 ? mine : new int[own + 1]);
            int[] sent = filled(remote, own);
            int[] ones = filled(remote, 1);
            int[] places = IntStream.range(0, remote).toArray();
            int[] got = new int[remote];
            inter.allToAllv(sent, ones, places, MPI.INT, got, ones, places, MPI.INT);
            assertThat(got).isEqualTo(places);
            IntBuffer started = MPI.newIntBuffer(remote);
            inter.iAllToAllv(direct(sent), ones, places, MPI.INT, started, ones, places, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(places);
            int local = part.getSize();
            int[] block = new int[remote];
            inter.reduceScatterBlock(filled(local * remote, 1), block, remote, MPI.INT, MPI.SUM);
            assertThat(block).containsOnly(remote);
            inter.setErrhandler(MPI.ERRORS_RETURN);
            assertFails(MPI.ERR_ROOT, () -> inter.bcast(new int[1], 1, MPI.INT, remote));
            inter.barrier();
        });
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    @Test
    void shouldGiveTheHighestLevelOfThreads() {
        tutti.mpi.RankJobs.onEachSize(() -> {
            assertThat(MPI.InitThread(new String[0], MPI.THREAD_SINGLE)).isEqualTo(MPI.THREAD_MULTIPLE);
            assertThat(MPI.queryThread()).isEqualTo(MPI.THREAD_MULTIPLE);
            MPI.Finalize();
        });
    }
}

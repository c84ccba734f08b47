package ibis.mpj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.mpi.RankJobs;

/** Communicators, groups, topologies, datatypes, beginning and end. */
class CommunicatorsTest {

    @Test
    void shouldDuplicateSplitAndCompare() {
        RankJob.onEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            Intracomm copy = (Intracomm) world.clone();
            assertThat(Comm.compare(world, world)).isEqualTo(MPJ.IDENT);
            assertThat(Comm.compare(world, copy)).isEqualTo(MPJ.CONGRUENT);
            Intracomm half = world.split(rank % 2, rank);
            assertThat(half.size()).isEqualTo((size + 1 - rank % 2) / 2);
            assertThat(Comm.compare(world, half)).isEqualTo(size == 1 ? MPJ.CONGRUENT : MPJ.UNEQUAL);
            assertThat(world.split(MPJ.UNDEFINED, 0)).isNull();
            Intracomm first = world.create(world.group().incl(new int[] {0}));
            assertThat(first == null).isEqualTo(rank > 0);
            Comm own = (Comm) MPJ.COMM_SELF.clone();
            assertThat(own.size()).isEqualTo(1);
            own.free();
            copy.free();
            assertThat(world.testInter()).isFalse();
            assertThat(world.topoTest()).isEqualTo(MPJ.UNDEFINED);
            if (size > 1) {
                Intercomm sides = world.createIntercomm(half, 0, 1 - rank % 2, 9);
                assertThat(sides.remoteSize()).isEqualTo(size - half.size());
                assertThat(sides.remoteGroup().size()).isEqualTo(sides.remoteSize());
                assertThat(((Intercomm) sides.clone()).testInter()).isTrue();
                assertThat(sides.merge(rank % 2 == 1).size()).isEqualTo(size);
            }
        });
    }

    @Test
    void shouldMakeGroups() {
        RankJob.run(1, 4, world -> {
            Group all = world.group();
            Group even = all.incl(new int[] {0, 2});
            Group odd = all.excl(new int[] {0, 2});
            assertThat(Group.compare(Group.union(even, odd), all)).isEqualTo(MPJ.SIMILAR);
            assertThat(Group.intersection(even, odd).size()).isZero();
            assertThat(Group.compare(Group.difference(all, even), odd)).isEqualTo(MPJ.IDENT);
            assertThat(Group.compare(even, MPJ.GROUP_EMPTY)).isEqualTo(MPJ.UNEQUAL);
            assertThat(Group.compare(null, null)).isEqualTo(MPJ.IDENT);
            assertThat(all.rangeIncl(new int[][] {{0, 3, 2}}).size()).isEqualTo(2);
            assertThat(all.rangeExcl(new int[][] {{0, 3, 1}})).isNull();
            assertThat(odd.translateRanks(all, new int[] {1, 0})).containsExactly(0, MPJ.UNDEFINED);
            assertThat(odd.rank()).isEqualTo(world.rank() % 2 == 1 ? world.rank() / 2 : MPJ.UNDEFINED);
            assertThat(new Group().size()).isZero();
        });
    }

    @Test
    void shouldMakeTopologies() {
        RankJob.run(2, 4, world -> {
            int[] dims = {0, 2};
            Cartcomm.dimsCreate(4, dims);
            assertThat(dims).containsExactly(2, 2);
            Cartcomm grid = world.createCart(dims, new boolean[] {true, false}, false);
            assertThat(grid.topoTest()).isEqualTo(MPJ.CART);
            CartParms parms = grid.get();
            assertThat(parms.dims).containsExactly(2, 2);
            assertThat(parms.periods).containsExactly(true, false);
            assertThat(parms.coords).isEqualTo(grid.coords(grid.rank()));
            assertThat(grid.rank(parms.coords)).isEqualTo(grid.rank());
            ShiftParms shift = grid.shift(1, 1);
            assertThat(parms.coords[1] == 1 ? shift.rankDest : shift.rankSource).isEqualTo(MPJ.PROC_NULL);
            assertThat(grid.sub(new boolean[] {true, false}).size()).isEqualTo(2);
            assertThat(grid.map(dims, parms.periods)).isEqualTo(grid.rank());
            assertThat(((Cartcomm) grid.clone()).get().dims).containsExactly(2, 2);
            Graphcomm ring = world.createGraph(new int[] {1, 2, 3, 4}, new int[] {1, 2, 3, 0}, false);
            assertThat(ring.topoTest()).isEqualTo(MPJ.GRAPH);
            assertThat(ring.neighbours(0)).containsExactly(1);
            GraphParms graph = ring.get();
            assertThat(graph.index).hasSize(4);
            assertThat(graph.edges).hasSize(4);
            assertThat(ring.map(graph.index, graph.edges)).isEqualTo(ring.rank());
            assertThat(((Graphcomm) ring.clone()).size()).isEqualTo(4);
        });
    }

    @Test
    void shouldMakeDatatypes() {
        RankJob.run(1, 2, world -> {
            Datatype column = MPJ.INT.vector(2, 1, 3);
            column.commit();
            assertThat(column.size()).isEqualTo(2);
            assertThat(column.extent()).isEqualTo(4);
            assertThat(column.lb()).isZero();
            assertThat(column.ub()).isEqualTo(4);
            assertThat(MPJ.INT.hvector(2, 1, 3).extent()).isEqualTo(4);
            assertThat(MPJ.INT.contiguous(3).extent()).isEqualTo(3);
            assertThat(MPJ.INT.indexed(new int[] {1, 2}, new int[] {0, 3}).size())
                    .isEqualTo(3);
            assertThat(MPJ.INT.hindexed(new int[] {1}, new int[] {3}).lb()).isEqualTo(3);
            assertThat(Datatype.struct(new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {MPJ.INT, MPJ.INT})
                            .size())
                    .isEqualTo(2);
            int[] matrix = {1, 2, 3, 4, 5, 6};
            if (world.rank() == 0) {
                world.send(matrix, 1, 1, column, 1, 0);
            } else {
                int[] got = new int[2];
                world.recv(got, 0, 2, MPJ.INT, 0, 0);
                assertThat(got).containsExactly(2, 5);
            }
        });
    }

    @Test
    void shouldBeginAndEndAndAbort() {
        RankJob.run(1, 1, world -> {
            assertThat(MPJ.initialized()).isTrue();
            assertThat(MPJ.getProcessorName()).isNotEmpty();
            double time = MPJ.wtime();
            assertThat(MPJ.wtime()).isGreaterThanOrEqualTo(time);
            assertThat(MPJ.wtick()).isPositive();
        });
        AtomicInteger exit = new AtomicInteger(-1);
        assertThatThrownBy(() -> RankJobs.run(1, 2, exit::set, () -> {
                    try {
                        MPJ.init(new String[0]);
                        if (MPJ.COMM_WORLD.rank() == 1) {
                            MPJ.COMM_WORLD.abort(77);
                        }
                        MPJ.COMM_WORLD.barrier();
                    } catch (MPJException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .hasStackTraceContaining("rank 1 has aborted the job: code=77");
        assertThat(exit).hasValue(77);
    }
}

package ibis.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

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
        RankJob.onEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            Group all = world.group();
            int[] evenRanks = new int[(size + 1) / 2];
            Arrays.setAll(evenRanks, i -> 2 * i);
            Group even = all.incl(evenRanks);
            Group odd = all.excl(evenRanks);
            assertThat(Group.compare(Group.union(odd, even), all)).isEqualTo(size == 1 ? MPJ.IDENT : MPJ.SIMILAR);
            assertThat(Group.intersection(all, even).size()).isEqualTo(even.size());
            assertThat(Group.compare(Group.difference(all, odd), even)).isEqualTo(MPJ.IDENT);
            assertThat(Group.compare(even, MPJ.GROUP_EMPTY)).isEqualTo(MPJ.UNEQUAL);
            assertThat(Group.compare(null, null)).isEqualTo(MPJ.IDENT);
            assertThat(all.rangeIncl(new int[][] {{0, size - 1, 2}}).size()).isEqualTo(even.size());
            assertThat(all.rangeExcl(new int[][] {{0, size - 1, 1}})).isNull();
            assertThat(even.translateRanks(all, new int[] {0, size - 1}))
                    .containsExactly(0, size % 2 == 0 ? MPJ.UNDEFINED : size / 2);
            assertThat(even.rank()).isEqualTo(rank % 2 == 0 ? rank / 2 : MPJ.UNDEFINED);
            assertThat(new Group().size()).isZero();
        });
    }

    @Test
    void shouldMakeTopologies() {
        RankJob.onEachSize(world -> {
            int size = world.size();
            int[] dims = {0, size % 2 == 0 ? 2 : 1};
            Cartcomm.dimsCreate(size, dims);
            assertThat(dims[0] * dims[1]).isEqualTo(size);
            Cartcomm grid = world.createCart(dims, new boolean[] {true, false}, false);
            assertThat(grid.topoTest()).isEqualTo(MPJ.CART);
            CartParms parms = grid.get();
            assertThat(parms.dims).isEqualTo(dims);
            assertThat(parms.periods).containsExactly(true, false);
            assertThat(parms.coords).isEqualTo(grid.coords(grid.rank()));
            assertThat(grid.rank(parms.coords)).isEqualTo(grid.rank());
            ShiftParms shift = grid.shift(1, 1);
            assertThat(parms.coords[1] == dims[1] - 1 ? shift.rankDest : shift.rankSource)
                    .isEqualTo(MPJ.PROC_NULL);
            assertThat(grid.sub(new boolean[] {true, false}).size()).isEqualTo(dims[0]);
            assertThat(grid.map(dims, parms.periods)).isEqualTo(grid.rank());
            assertThat(((Cartcomm) grid.clone()).get().dims).isEqualTo(dims);
            int[] index = new int[size];
            int[] edges = new int[size];
            Arrays.setAll(index, i -> i + 1);
            Arrays.setAll(edges, i -> (i + 1) % size);
            Graphcomm ring = world.createGraph(index, edges, false);
            assertThat(ring.topoTest()).isEqualTo(MPJ.GRAPH);
            assertThat(ring.neighbours(0)).containsExactly(1 % size);
            GraphParms graph = ring.get();
            assertThat(graph.index).isEqualTo(index);
            assertThat(graph.edges).isEqualTo(edges);
            assertThat(ring.map(graph.index, graph.edges)).isEqualTo(ring.rank());
            assertThat(((Graphcomm) ring.clone()).size()).isEqualTo(size);
        });
    }

    @Test
    void shouldMakeDatatypes() {
        RankJob.onEachSize(world -> {
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
            int size = world.size();
            world.send(matrix, 1, 1, column, (world.rank() + 1) % size, 0);
            int[] got = new int[2];
            world.recv(got, 0, 2, MPJ.INT, (world.rank() + size - 1) % size, 0);
            assertThat(got).containsExactly(2, 5);
        });
    }

    @Test
    void shouldTellTimeAndHost() {
        RankJob.onEachSize(world -> {
            assertThat(MPJ.initialized()).isTrue();
            assertThat(MPJ.getProcessorName()).isNotEmpty();
            double time = MPJ.wtime();
            assertThat(MPJ.wtime()).isGreaterThanOrEqualTo(time);
            assertThat(MPJ.wtick()).isPositive();
        });
    }
}

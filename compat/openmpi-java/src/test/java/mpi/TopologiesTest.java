package mpi;

import static mpi.CollectivesTest.direct;
import static mpi.CollectivesTest.ints;
import static mpi.MessagesTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Grids, graphs, distributed graphs, and exchanges among neighbors. */
class TopologiesTest {

    @Test
    void shouldMakeGrids() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            int rank = world.getRank();
            int[] dims = {0, 0};
            CartComm.createDims(size, dims);
            assertThat(dims[0] * dims[1]).isEqualTo(size);
            boolean[] periods = {true, false};
            CartComm grid = world.createCart(dims, periods, false);
            assertThat(grid.getTopology()).isEqualTo(MPI.CART);
            assertThat(world.getTopology()).isEqualTo(MPI.UNDEFINED);
            int[] coords = grid.getCoords(rank);
            assertThat(coords).containsExactly(rank / dims[1], rank % dims[1]);
            assertThat(grid.getRank(coords)).isEqualTo(rank);
            assertThat(grid.getRank(new int[] {coords[0] + dims[0], coords[1]})).isEqualTo(rank);
            CartParms parms = grid.getTopo();
            assertThat(parms.getDimCount()).isEqualTo(2);
            assertThat(parms.getDim(0)).isEqualTo(dims[0]);
            assertThat(parms.getPeriod(0)).isTrue();
            assertThat(parms.getCoord(1)).isEqualTo(coords[1]);
            ShiftParms down = grid.shift(0, 1);
            assertThat(down.getRankDest()).isEqualTo((rank + dims[1]) % size);
            ShiftParms right = grid.shift(1, 1);
            assertThat(right.getRankDest()).isEqualTo(coords[1] == dims[1] - 1 ? MPI.PROC_NULL : rank + 1);
            assertThat(right.getRankSource()).isEqualTo(coords[1] == 0 ? MPI.PROC_NULL : rank - 1);
            int[] got = {-1};
            grid.sendRecv(
                    new int[] {rank}, 1, MPI.INT, right.getRankDest(), 0, got, 1, MPI.INT, right.getRankSource(), 0);
            assertThat(got[0]).isEqualTo(coords[1] == 0 ? -1 : rank - 1);
            CartComm row = grid.sub(new boolean[] {false, true});
            assertThat(row.getSize()).isEqualTo(dims[1]);
            assertThat(row.getRank()).isEqualTo(coords[1]);
            assertThat(row.getTopo().getDimCount()).isEqualTo(1);
            assertThat(grid.map(new int[] {1, 1}, periods)).isEqualTo(rank == 0 ? 0 : MPI.UNDEFINED);
            CartComm dup = grid.dup();
            assertThat(dup.getCoords(rank)).isEqualTo(coords);
            assertThat(grid.clone().getTopo().getDim(0)).isEqualTo(dims[0]);
            CartComm later = grid.iDup();
            later.getRequest().waitFor();
            assertThat(later.getTopo().getDim(1)).isEqualTo(dims[1]);
            assertThat(grid.dupWithInfo(new Info()).getTopo().getDim(1)).isEqualTo(dims[1]);
            CartComm one = world.createCart(new int[] {1}, new boolean[1], true);
            assertThat(one.isNull()).isEqualTo(rank != 0);
            world.setErrhandler(MPI.ERRORS_RETURN);
            grid.setErrhandler(MPI.ERRORS_RETURN);
            assertFails(MPI.ERR_DIMS, () -> world.createCart(new int[] {size + 1}, new boolean[1], false));
            assertFails(MPI.ERR_DIMS, () -> grid.shift(2, 1));
            assertFails(MPI.ERR_RANK, () -> grid.getCoords(size));
            assertFails(MPI.ERR_TOPOLOGY, () -> world.neighborAllGather(got, 1, MPI.INT, got, 1, MPI.INT));
        });
    }

    @Test
    void shouldExchangeWithNeighborsOfAGrid() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            int rank = world.getRank();
            CartComm line = world.createCart(new int[] {size}, new boolean[] {false}, false);
            int[] got = {-1, -1};
            line.neighborAllGather(new int[] {rank}, 1, MPI.INT, got, 1, MPI.INT);
            int below = rank == 0 ? -1 : rank - 1;
            int above = rank == size - 1 ? -1 : rank + 1;
            assertThat(got).containsExactly(below, above);
            IntBuffer started = direct(-1, -1);
            line.iNeighborAllGather(direct(rank), 1, MPI.INT, started, 1, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(got);

            CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
            int[] both = {10 * rank, 10 * rank + 1}; // for the one below, for the one above
            int[] from = new int[2];
            ring.neighborAllToAll(both, 1, MPI.INT, from, 1, MPI.INT);
            int left = (rank + size - 1) % size;
            int right = (rank + 1) % size;
            assertThat(from).containsExactly(10 * left + 1, 10 * right);
            started = MPI.newIntBuffer(2);
            ring.iNeighborAllToAll(direct(both), 1, MPI.INT, started, 1, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(from);
            int[] ones = {1, 1};
            int[] places = {0, 1};
            int[] swapped = {1, 0};
            Arrays.fill(from, 0);
            ring.neighborAllToAllv(both, ones, places, MPI.INT, from, ones, swapped, MPI.INT);
            assertThat(from).containsExactly(10 * right, 10 * left + 1);
            started = MPI.newIntBuffer(2);
            ring.iNeighborAllToAllv(direct(both), ones, places, MPI.INT, started, ones, swapped, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(from);
            ring.neighborAllGatherv(new int[] {rank}, 1, MPI.INT, from, ones, swapped, MPI.INT);
            assertThat(from).containsExactly(right, left);
            started = MPI.newIntBuffer(2);
            ring.iNeighborAllGatherv(direct(rank), 1, MPI.INT, started, ones, swapped, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(from);
        });
    }

    /** Returns the ranks beside one in a line. */
    private static int[] beside(int rank, int size) {
        return IntStream.of(rank - 1, rank + 1).filter(i -> i >= 0 && i < size).toArray();
    }

    @Test
    void shouldMakeGraphs() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int last = size - 1;
            int[] edges = IntStream.range(0, size)
                    .flatMap(i -> Arrays.stream(beside(i, size)))
                    .toArray();
            int[] index = new int[size];
            Arrays.setAll(index, i -> (i == 0 ? 0 : index[i - 1]) + beside(i, size).length);
            GraphComm graph = world.createGraph(index, edges, false);
            assertThat(graph.getTopology()).isEqualTo(MPI.GRAPH);
            for (int i = 0; i < size; i++) {
                assertThat(graph.getNeighbors(i)).isEqualTo(beside(i, size));
            }
            GraphParms parms = graph.getDims();
            assertThat(parms.getIndexCount()).isEqualTo(size);
            assertThat(parms.getIndex(last)).isEqualTo(2 * last);
            assertThat(parms.getEdgeCount()).isEqualTo(2 * last);
            int[] got = new int[graph.getNeighbors(rank).length];
            graph.neighborAllGather(new int[] {rank}, 1, MPI.INT, got, 1, MPI.INT);
            assertThat(got).isEqualTo(beside(rank, size));
            assertThat(graph.map(index, edges)).isEqualTo(rank);
            assertThat(graph.dup().getNeighbors(last)).isEqualTo(beside(last, size));
            assertThat(graph.clone().getNeighbors(last)).isEqualTo(beside(last, size));
            assertThat(graph.dupWithInfo(new Info()).getNeighbors(last)).isEqualTo(beside(last, size));
            GraphComm later = graph.iDup();
            later.getRequest().waitFor();
            assertThat(later.getNeighbors(last)).isEqualTo(beside(last, size));
            graph.setErrhandler(MPI.ERRORS_RETURN);
            int[] ones = new int[size];
            Arrays.fill(ones, 1);
            GraphComm oneWay = world.createGraph(ones, new int[] {last}, false); // from rank 0 to the last
            assertThat(oneWay.getDims().getEdge(0)).isEqualTo(last);
            int[] from0 = {-1};
            oneWay.neighborAllToAll(new int[] {7}, 1, MPI.INT, from0, 1, MPI.INT);
            assertThat(from0[0]).isEqualTo(rank == last ? 7 : -1);
            assertFails(MPI.ERR_TOPOLOGY, graph::getDistGraphNeighbors);
            assertFails(MPI.ERR_RANK, () -> graph.getNeighbors(size));
        });
    }

    @Test
    void shouldMakeDistributedGraphs() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            int rank = world.getRank();
            int right = (rank + 1) % size;
            int left = (rank + size - 1) % size;
            GraphComm ring = world.createDistGraphAdjacent(
                    new int[] {left}, new int[] {7}, new int[] {right}, new int[] {8}, MPI.INFO_NULL, false);
            assertThat(ring.getTopology()).isEqualTo(MPI.DIST_GRAPH);
            world.setErrhandler(MPI.ERRORS_RETURN);
            int[] stray = rank == 0 ? new int[] {0} : new int[0];
            assertFails(MPI.ERR_ARG, () -> world.createDistGraphAdjacent(stray, new int[0], MPI.INFO_NULL, false));
            DistGraphNeighbors own = ring.getDistGraphNeighbors();
            assertThat(own.isWeighted()).isTrue();
            assertThat(own.getSource(0)).isEqualTo(left);
            assertThat(own.getSourceWeight(0)).isEqualTo(7);
            assertThat(own.getDestination(0)).isEqualTo(right);
            assertThat(own.getDestinationWeight(0)).isEqualTo(8);
            int[] got = new int[1];
            ring.neighborAllToAll(new int[] {rank}, 1, MPI.INT, got, 1, MPI.INT);
            assertThat(got[0]).isEqualTo(left);
            assertThat(world.createDistGraphAdjacent(new int[] {left}, new int[] {right}, MPI.INFO_NULL, false)
                            .getDistGraphNeighbors()
                            .isWeighted())
                    .isFalse();

            // each rank says where the edges of the one to its left go: to itself
            GraphComm same =
                    world.createDistGraph(new int[] {left}, new int[] {1}, new int[] {rank}, MPI.INFO_NULL, false);
            DistGraphNeighbors found = same.getDistGraphNeighbors();
            assertThat(found.getInDegree()).isEqualTo(1);
            assertThat(found.getOutDegree()).isEqualTo(1);
            assertThat(found.getSource(0)).isEqualTo(left);
            assertThat(found.getDestination(0)).isEqualTo(right);
            assertThat(found.isWeighted()).isFalse();
            GraphComm weighted = world.createDistGraph(
                    new int[] {rank}, new int[] {1}, new int[] {right}, new int[] {rank}, MPI.INFO_NULL, false);
            assertThat(weighted.getDistGraphNeighbors().getSourceWeight(0)).isEqualTo(left);
        });
    }
}

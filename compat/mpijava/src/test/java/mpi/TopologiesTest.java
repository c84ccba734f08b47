package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Grids and graphs. */
class TopologiesTest {

    @Test
    void shouldMakeGrids() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int[] dims = {0, 0};
            Cartcomm.Dims_create(size, dims);
            assertThat(dims[0] * dims[1]).isEqualTo(size);
            Cartcomm grid = world.Create_cart(dims, new boolean[] {true, false}, false);
            assertThat(grid.Topo_test()).isEqualTo(MPI.CART);
            assertThat(world.Topo_test()).isEqualTo(MPI.UNDEFINED);
            int[] coords = grid.Coords(grid.Rank());
            assertThat(grid.Rank(coords)).isEqualTo(grid.Rank());
            CartParms parms = grid.Get();
            assertThat(parms.dims).isEqualTo(dims);
            assertThat(parms.periods).containsExactly(true, false);
            assertThat(parms.coords).isEqualTo(coords);
            assertThat(grid.Map(dims, new boolean[2])).isEqualTo(grid.Rank());
            assertThat(grid.Map(new int[] {1, 1}, new boolean[2])).isEqualTo(grid.Rank() == 0 ? 0 : MPI.UNDEFINED);
            move(grid, 0);
            move(grid, 1);
            move((Cartcomm) grid.clone(), 1);
            Cartcomm rows = grid.Sub(new boolean[] {false, true});
            assertThat(rows.Size()).isEqualTo(dims[1]);
            assertThat(rows.Rank()).isEqualTo(coords[1]);
            assertThat(rows.Get().dims).containsExactly(dims[1]);
        });
    }

    private static void move(Cartcomm grid, int direction) {
        ShiftParms shift = grid.Shift(direction, 1);
        int[] got = {-5};
        Status status = grid.Sendrecv(
                new int[] {grid.Rank()}, 0, 1, MPI.INT, shift.rank_dest, 0, got, 0, 1, MPI.INT, shift.rank_source, 0);
        if (shift.rank_source == MPI.PROC_NULL) {
            assertThat(shift.rank_source).isEqualTo(-1);
            assertThat(grid.Get().coords[direction]).isZero();
            assertThat(got[0]).isEqualTo(-5);
        } else {
            assertThat(got[0]).isEqualTo(shift.rank_source);
            assertThat(status.source).isEqualTo(shift.rank_source);
        }
    }

    @Test
    void shouldLeaveOutRanksWithoutAPlace() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int fewer = Math.max(size - 1, 1);
            Cartcomm less = world.Create_cart(new int[] {fewer}, new boolean[1], true);
            assertThat(less == null).isEqualTo(world.Rank() >= fewer);
            Graphcomm one = world.Create_graph(new int[] {1}, new int[] {0}, false);
            assertThat(one == null).isEqualTo(world.Rank() > 0);
            assertThatThrownBy(() -> world.Create_cart(new int[] {size + 1}, new boolean[1], false))
                    .hasMessageContaining("ERR_DIMS: Create_cart");
            assertThatThrownBy(() -> Cartcomm.Dims_create(4, new int[] {3, 0})).hasMessageContaining("ERR_DIMS");
            if (less != null) {
                assertThatThrownBy(() -> less.Rank(new int[] {fewer})).hasMessageContaining("ERR_RANK");
                assertThatThrownBy(() -> less.Coords(fewer)).hasMessageContaining("ERR_RANK");
                assertThatThrownBy(() -> less.Shift(1, 1)).hasMessageContaining("ERR_DIMS");
                assertThatThrownBy(() -> less.Sub(new boolean[2])).hasMessageContaining("ERR_DIMS");
            }
        });
    }

    @Test
    void shouldMakeGraphs() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int[] index = new int[size];
            int[] edges = new int[2 * size];
            for (int i = 0; i < size; i++) {
                index[i] = 2 * (i + 1);
                edges[2 * i] = (i + size - 1) % size;
                edges[2 * i + 1] = (i + 1) % size;
            }
            Graphcomm ring = (Graphcomm) world.Create_graph(index, edges, false).clone();
            assertThat(ring.Topo_test()).isEqualTo(MPI.GRAPH);
            for (int i = 0; i < size; i++) {
                assertThat(ring.Neighbours(i)).containsExactly((i + size - 1) % size, (i + 1) % size);
            }
            GraphParms parms = ring.Get();
            assertThat(parms.index).isEqualTo(index);
            assertThat(parms.edges).isEqualTo(edges);
            assertThat(ring.Map(index, edges)).isEqualTo(world.Rank());
            assertThat(new GraphParms().edges).isEmpty();
            assertThatThrownBy(() -> ring.Neighbours(size)).hasMessageContaining("ERR_RANK");
            assertThatThrownBy(() -> world.Create_graph(new int[] {5}, new int[] {0}, false))
                    .hasMessageContaining("ERR_ARG");
        });
    }
}

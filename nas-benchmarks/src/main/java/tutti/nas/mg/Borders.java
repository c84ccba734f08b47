package tutti.nas.mg;

import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/** Brings planes to members that need them: neighbours' ones for the border, and all of a grid that is to be whole. */
final class Borders {
    private final Communicator world;
    private final int before;
    private final int after;

    Borders(Communicator world) {
        this.world = world;
        before = Math.floorMod(world.rank() - 1, world.size());
        after = (world.rank() + 1) % world.size();
    }

    /** Fills a grid's border. */
    void fill(Grid grid) {
        grid.wrapPlanes();
        if (grid.isWhole()) {
            System.arraycopy(grid.values, grid.row(grid.n, 0), grid.values, 0, grid.planeSize);
            System.arraycopy(grid.values, grid.row(1, 0), grid.values, grid.row(grid.n + 1, 0), grid.planeSize);
        } else {
            world.sendReceive(plane(grid, grid.planes), after, plane(grid, 0), before);
            world.sendReceive(plane(grid, 1), before, plane(grid, grid.planes + 1), after);
        }
    }

    private static DirectBuffer plane(Grid grid, int z) {
        return DirectBuffer.of(grid.values, grid.row(z, 0), grid.planeSize);
    }

    /** Collects a grid of which this member has computed its share of planes, and fills the border. */
    void collect(Grid grid) {
        DirectBuffer all = DirectBuffer.of(grid.values, grid.planeSize, grid.n * grid.planeSize);
        long share = all.length() / world.size();
        world.allGather(all.slice(world.rank() * share, share), all);
        fill(grid);
    }
}

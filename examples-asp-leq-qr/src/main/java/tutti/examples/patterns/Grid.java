package tutti.examples.patterns;

import java.util.Arrays;
import java.util.List;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A Cartesian grid: members have coordinates and neighbors; beyond the border there is none. */
public final class Grid {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Grid::place);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String place(Communicator world) {
        int[] extents = CartesianGrid.dimensions(world.size(), 0, 0); // as square as possible
        CartesianCommunicator grid = CartesianCommunicator.of(world, CartesianGrid.of(extents));
        CartesianGrid.Shift east = grid.shift(1, 1);
        Integer west = world.sendReceive(world.rank(), east.destination(), east.source()); // null at the border
        return "rank " + world.rank() + " at " + Arrays.toString(grid.coordinates()) + ": west of it is " + west;
    }
}

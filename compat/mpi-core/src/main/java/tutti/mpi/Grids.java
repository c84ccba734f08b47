package tutti.mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.group.CartesianGrid;
import tutti.group.Communicator;

/** MPI's grids of ranks, with its errors. */
public final class Grids {
    private Grids() {}

    /** Returns a grid that a communicator's ranks fill from the first on. */
    public static CartesianGrid of(Communicator all, int[] dimensions, boolean[] periodic) {
        CartesianGrid grid;
        try {
            grid = CartesianGrid.of(dimensions, periodic);
        } catch (IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.DIMS, String.valueOf(e.getMessage()));
        }
        checkFits(ErrorClass.DIMS, "places", grid.size(), all);
        return grid;
    }

    static void checkFits(ErrorClass errorClass, String what, int nodes, Communicator all) {
        if (nodes > all.size()) {
            throw new MpiFailure(
                    errorClass,
                    "topology is larger than the communicator: %s=%d size=%d".formatted(what, nodes, all.size()));
        }
    }

    /** Returns a communicator of the first ranks, or null at the others; called by all. */
    public static @Nullable Communicator first(Communicator all, int count) {
        if (count == all.size()) {
            return all.duplicate();
        }
        if (all.rank() < count) {
            return all.split(0, 0);
        }
        all.splitNone();
        return null;
    }

    /** Returns the rank at some coordinates, which wrap round in periodic dimensions. */
    public static int rank(CartesianGrid grid, int[] coordinates) {
        int rank = grid.rank(coordinates);
        if (rank == Communicator.NO_MEMBER) {
            throw new MpiFailure(
                    ErrorClass.RANK,
                    "no rank has these coordinates: %s in %s".formatted(Arrays.toString(coordinates), grid));
        }
        return rank;
    }

    /** Returns the coordinates of a rank. */
    public static int[] coordinates(CartesianGrid grid, int rank) {
        return grid.coordinates(Given.rank(rank, grid.size(), ErrorClass.RANK, "rank"));
    }

    /**
     * Returns whom to receive from and to send to, when all values move along a dimension.
     *
     * @param procNull stands for no process
     */
    public static CartesianGrid.Shift shift(
            CartesianGrid grid, int rank, int direction, int displacement, int procNull) {
        int dimensions = grid.dimensions().length;
        if (direction < 0 || direction >= dimensions) {
            throw new MpiFailure(
                    ErrorClass.DIMS, "direction must lie in [0, %d): direction=%d".formatted(dimensions, direction));
        }
        CartesianGrid.Shift shift = grid.shift(rank, direction, displacement);
        return new CartesianGrid.Shift(known(shift.source(), procNull), known(shift.destination(), procNull));
    }

    private static int known(int rank, int procNull) {
        return rank == Communicator.NO_MEMBER ? procNull : rank;
    }

    /**
     * A rank's grid of some of a grid's dimensions.
     *
     * @param colour number of the grid among those of the other ranks
     * @param key the rank in it
     */
    public record Slice(CartesianGrid grid, int colour, int key) {}

    /** Returns the slice of a grid in which a rank is. */
    public static Slice slice(CartesianGrid grid, int rank, boolean[] remaining) {
        int[] all = grid.dimensions();
        int[] coordinates = grid.coordinates(rank);
        if (remaining.length != all.length) {
            throw new MpiFailure(
                    ErrorClass.DIMS,
                    "needs a choice for each dimension: dimensions=%d choices=%d"
                            .formatted(all.length, remaining.length));
        }
        int kept = 0;
        int[] dimensions = new int[all.length];
        boolean[] periodic = new boolean[all.length];
        int colour = 0;
        int key = 0;
        for (int i = 0; i < all.length; i++) {
            if (remaining[i]) {
                dimensions[kept] = all[i];
                periodic[kept++] = grid.periodic()[i];
                key = key * all[i] + coordinates[i];
            } else {
                colour = colour * all[i] + coordinates[i];
            }
        }
        return new Slice(CartesianGrid.of(Arrays.copyOf(dimensions, kept), Arrays.copyOf(periodic, kept)), colour, key);
    }

    /** Divides nodes among the dimensions that are 0, as evenly as can be. */
    public static void divide(int nodes, int[] dimensions) {
        try {
            System.arraycopy(CartesianGrid.dimensions(nodes, dimensions), 0, dimensions, 0, dimensions.length);
        } catch (IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.DIMS, String.valueOf(e.getMessage()));
        }
    }
}

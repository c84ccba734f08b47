package mpi;

import tutti.group.CartesianGrid;

/** A grid, and a rank's place in it. */
public final class CartParms {
    private final int[] dims;
    private final boolean[] periods;
    private final int[] coords;

    CartParms(CartesianGrid grid, int rank) {
        dims = grid.dimensions();
        periods = grid.periodic();
        coords = grid.coordinates(rank);
    }

    /** Returns the number of dimensions. */
    public int getDimCount() {
        return dims.length;
    }

    /** Returns the number of places in a dimension. */
    public int getDim(int i) {
        return dims[i];
    }

    /** Returns whether a dimension is periodic. */
    public boolean getPeriod(int i) {
        return periods[i];
    }

    /** Returns the rank's coordinate in a dimension. */
    public int getCoord(int i) {
        return coords[i];
    }
}

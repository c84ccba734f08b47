package mpi;

import tutti.group.CartesianGrid;

/** A grid, and a rank's place in it. */
@SuppressWarnings("MutablePublicArray") // as programs know it
public class CartParms {
    /** Places in each dimension. */
    public int[] dims;

    /** Which dimensions wrap round. */
    public boolean[] periods;

    /** Of the calling rank. */
    public int[] coords;

    CartParms(CartesianGrid grid, int rank) {
        dims = grid.dimensions();
        periods = grid.periodic();
        coords = grid.coordinates(rank);
    }
}

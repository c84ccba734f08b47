package ibis.mpj;

/** A grid, and a rank's place in it. */
@SuppressWarnings("MutablePublicArray") // as programs know it
public class CartParms {
    /** Places in each dimension. */
    public int[] dims;

    /** Which dimensions wrap round. */
    public boolean[] periods;

    /** Of the calling rank. */
    public int[] coords;

    CartParms(mpi.CartParms grid) {
        dims = grid.dims;
        periods = grid.periods;
        coords = grid.coords;
    }
}

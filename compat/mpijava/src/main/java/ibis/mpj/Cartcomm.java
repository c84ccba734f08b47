package ibis.mpj;

/** A communicator whose ranks lie in a grid, the last coordinate varying fastest. */
public class Cartcomm extends Intracomm {
    private final mpi.Cartcomm grid;

    Cartcomm(mpi.Cartcomm grid) {
        super(grid);
        this.grid = grid;
    }

    /** Returns a communicator of the same ranks in the same grid; called by all. */
    @Override
    public Object clone() {
        return new Cartcomm((mpi.Cartcomm) grid.clone());
    }

    /** As {@link mpi.Cartcomm#Dims_create}. */
    public static void dimsCreate(int nnodes, int[] dims) throws MPJException {
        Calls.run(() -> mpi.Cartcomm.Dims_create(nnodes, dims));
    }

    /** As {@link mpi.Cartcomm#Get}. */
    public CartParms get() throws MPJException {
        return Calls.call(() -> new CartParms(grid.Get()));
    }

    /** As {@link mpi.Cartcomm#Rank}. */
    public int rank(int[] coords) throws MPJException {
        return Calls.call(() -> grid.Rank(coords));
    }

    /** As {@link mpi.Cartcomm#Coords}. */
    public int[] coords(int rank) throws MPJException {
        return Calls.call(() -> grid.Coords(rank));
    }

    /** As {@link mpi.Cartcomm#Shift}. */
    public ShiftParms shift(int direction, int disp) throws MPJException {
        return Calls.call(() -> new ShiftParms(grid.Shift(direction, disp)));
    }

    /** As {@link mpi.Cartcomm#Sub}. */
    public Cartcomm sub(boolean[] remainDims) throws MPJException {
        return Calls.call(() -> new Cartcomm(grid.Sub(remainDims)));
    }

    /** As {@link mpi.Cartcomm#Map}. */
    public int map(int[] dims, boolean[] periods) throws MPJException {
        return Calls.call(() -> grid.Map(dims, periods));
    }
}

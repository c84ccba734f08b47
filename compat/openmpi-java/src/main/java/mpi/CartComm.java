package mpi;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.group.CartesianGrid;
import tutti.mpi.Grids;

/** A communicator whose ranks lie in a grid, the last coordinate varying fastest. */
public final class CartComm extends Intracomm {

    CartComm(Handle handle) {
        super(handle);
    }

    private CartComm(Handle handle, @Nullable Request request) {
        super(handle, request);
    }

    @Override
    public CartComm clone() {
        return cloned(this::dup);
    }

    @Override
    public CartComm dup() throws MPIException {
        return new CartComm(duplicate(null));
    }

    @Override
    public CartComm iDup() throws MPIException {
        CompletableFuture<Place> made = startDuplicate();
        return new CartComm(made::join, requestOf(made));
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        return new CartComm(duplicateWith(info));
    }

    private static CartesianGrid grid(Place place) {
        if (place.topology() instanceof Topology.Cart cart) {
            return cart.grid();
        }
        throw new IllegalStateException("a CartComm without a grid");
    }

    /** Returns the grid, and this rank's place in it. */
    public CartParms getTopo() throws MPIException {
        return call("getTopo", place -> new CartParms(grid(place), place.local().rank()));
    }

    /** Returns the rank at some coordinates, which wrap round in periodic dimensions. */
    public int getRank(int[] coords) throws MPIException {
        return call("getRank", place -> Grids.rank(grid(place), coords));
    }

    /** Returns the coordinates of a rank. */
    public int[] getCoords(int rank) throws MPIException {
        return call("getCoords", place -> Grids.coordinates(grid(place), rank));
    }

    /** Returns whom to receive from and to send to, when all values move along a dimension. */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        return call("shift", place -> {
            CartesianGrid.Shift shift = Grids.shift(grid(place), place.local().rank(), direction, disp, MPI.PROC_NULL);
            return new ShiftParms(shift.source(), shift.destination());
        });
    }

    /** Makes grids of some dimensions of this one; called by all. */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        Grids.Slice slice =
                call("sub", place -> Grids.slice(grid(place), place.local().rank(), remainDims));
        return new CartComm(
                derive("sub", new Topology.Cart(slice.grid()), whole -> whole.split(slice.colour(), slice.key())));
    }

    /** Returns the rank that the caller would have in a grid, or {@code MPI.UNDEFINED}. */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        return call("map", place -> {
            int size = Grids.of(place.local(), dims, periods).size();
            int rank = place.local().rank();
            return rank < size ? rank : MPI.UNDEFINED;
        });
    }

    /** Divides nodes among the dimensions that are 0, as evenly as can be. */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        State.current();
        State.run("createDims", () -> Grids.divide(nnodes, dims));
    }
}

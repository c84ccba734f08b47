package mpi;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.group.CartesianGrid;
import tutti.group.Communicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

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
        return new CartComm(duplicate(info));
    }

    private CartesianGrid grid() throws MPIException {
        if (place().topology() instanceof Topology.Cart cart) {
            return cart.grid();
        }
        throw new IllegalStateException("a CartComm without a grid");
    }

    /** Returns the grid, and this rank's place in it. */
    public CartParms getTopo() throws MPIException {
        return new CartParms(grid(), getRank());
    }

    /** Returns the rank at some coordinates, which wrap round in periodic dimensions. */
    public int getRank(int[] coords) throws MPIException {
        CartesianGrid grid = grid();
        return call("getRank", place -> {
            int rank = grid.rank(coords);
            if (rank == Communicator.NO_MEMBER) {
                throw new MpiFailure(
                        ErrorClass.RANK,
                        "no rank has these coordinates: %s in %s".formatted(Arrays.toString(coords), grid));
            }
            return rank;
        });
    }

    /** Returns the coordinates of a rank. */
    public int[] getCoords(int rank) throws MPIException {
        CartesianGrid grid = grid();
        return call("getCoords", place -> {
            if (rank < 0 || rank >= grid.size()) {
                throw new MpiFailure(ErrorClass.RANK, "rank must lie in [0, %d): rank=%d".formatted(grid.size(), rank));
            }
            return grid.coordinates(rank);
        });
    }

    /** Returns whom to receive from and to send to, when all values move along a dimension. */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        CartesianGrid grid = grid();
        return call("shift", place -> {
            int dimensions = grid.dimensions().length;
            if (direction < 0 || direction >= dimensions) {
                throw new MpiFailure(
                        ErrorClass.DIMS,
                        "direction must lie in [0, %d): direction=%d".formatted(dimensions, direction));
            }
            CartesianGrid.Shift shift = grid.shift(place.local().rank(), direction, disp);
            return new ShiftParms(known(shift.source()), known(shift.destination()));
        });
    }

    private static int known(int rank) {
        return rank == Communicator.NO_MEMBER ? MPI.PROC_NULL : rank;
    }

    /** Makes grids of some dimensions of this one; called by all. */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        CartesianGrid grid = grid();
        int[] all = grid.dimensions();
        int[] coords = getCoords(getRank());
        if (remainDims.length != all.length) {
            throw State.failed(
                    "sub",
                    ErrorClass.DIMS,
                    "needs a choice for each dimension: dimensions=%d choices=%d"
                            .formatted(all.length, remainDims.length));
        }
        int kept = 0;
        int[] dims = new int[all.length];
        boolean[] periods = new boolean[all.length];
        int colour = 0; // number of the slice
        int key = 0; // rank in it
        for (int i = 0; i < all.length; i++) {
            if (remainDims[i]) {
                dims[kept] = all[i];
                periods[kept++] = grid.periodic()[i];
                key = key * all[i] + coords[i];
            } else {
                colour = colour * all[i] + coords[i];
            }
        }
        Topology.Cart slice =
                new Topology.Cart(CartesianGrid.of(Arrays.copyOf(dims, kept), Arrays.copyOf(periods, kept)));
        int slices = colour;
        int rank = key;
        return new CartComm(derive("sub", slice, whole -> whole.split(slices, rank)));
    }

    /** Returns the rank that the caller would have in a grid, or {@code MPI.UNDEFINED}. */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        return call("map", place -> {
            int size = Topologies.cart(place.local(), dims, periods).grid().size();
            int rank = place.local().rank();
            return rank < size ? rank : MPI.UNDEFINED;
        });
    }

    /** Divides nodes among the dimensions that are 0, as evenly as can be. */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        State.current();
        try {
            System.arraycopy(CartesianGrid.dimensions(nnodes, dims), 0, dims, 0, dims.length);
        } catch (IllegalArgumentException e) {
            throw State.failed("createDims", ErrorClass.DIMS, String.valueOf(e.getMessage()));
        }
    }
}

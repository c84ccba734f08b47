package mpi;

import java.util.Objects;
import tutti.group.CartesianGrid;
import tutti.mpi.Grids;

/** A communicator whose ranks lie in a grid, the last coordinate varying fastest. */
public class Cartcomm extends Intracomm {

    Cartcomm(Handle handle) {
        super(handle);
    }

    /** Returns a communicator of the same ranks in the same grid; called by all. */
    @Override
    public Object clone() throws MPIException {
        Place made = duplicate();
        return new Cartcomm(caller -> made);
    }

    private static CartesianGrid grid(Place place) {
        if (place.topology() instanceof Topology.Cart cart) {
            return cart.grid();
        }
        throw new IllegalStateException("a Cartcomm without a grid");
    }

    /** Returns the grid, and this rank's place in it. */
    public CartParms Get() throws MPIException {
        return call("Get", place -> new CartParms(grid(place), place.local().rank()));
    }

    /** Returns the rank at some coordinates, which wrap round in periodic dimensions. */
    public int Rank(int[] coords) throws MPIException {
        return call("Rank", place -> Grids.rank(grid(place), coords));
    }

    /** Returns the coordinates of a rank. */
    public int[] Coords(int rank) throws MPIException {
        return call("Coords", place -> Grids.coordinates(grid(place), rank));
    }

    /** Returns whom to receive from and to send to, when all values move along a dimension. */
    public ShiftParms Shift(int direction, int disp) throws MPIException {
        return call("Shift", place -> {
            CartesianGrid.Shift shift = Grids.shift(grid(place), place.local().rank(), direction, disp, MPI.PROC_NULL);
            return new ShiftParms(shift.source(), shift.destination());
        });
    }

    /** Makes grids of some dimensions of this one; called by all. */
    public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        Grids.Slice slice =
                call("Sub", place -> Grids.slice(grid(place), place.local().rank(), remain_dims));
        Place made = Objects.requireNonNull(
                derive("Sub", new Topology.Cart(slice.grid()), all -> all.split(slice.colour(), slice.key())));
        return new Cartcomm(caller -> made);
    }

    /** Returns the rank that the caller would have in a grid, or {@code MPI.UNDEFINED}. */
    public int Map(int[] dims, boolean[] periods) throws MPIException {
        return call("Map", place -> {
            int rank = place.local().rank();
            return rank < Grids.of(place.local(), dims, periods).size() ? rank : MPI.UNDEFINED;
        });
    }

    /** Divides nodes among the dimensions that are 0, as evenly as can be. */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        State.call("Dims_create", () -> {
            Grids.divide(nnodes, dims);
            return true;
        });
    }
}

package tutti.group;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.GridBlock;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.operation.Halo;
import tutti.collectives.operation.MakeNeighborhood;
import tutti.serialization.DirectBuffer;

/**
 * A member's view of a group whose members have places in a grid (MPI 4.1, section 8.5).
 *
 * <p>Its neighbors are, for each dimension, the one below and the one above; beyond a border there is none.
 */
public final class CartesianCommunicator extends Neighborhood {
    private final CartesianGrid grid;

    private CartesianCommunicator(Communicator communicator, CartesianGrid grid, Neighbors neighbors) {
        super(communicator, neighbors);
        this.grid = grid;
    }

    /**
     * Gives the members of a group places in a grid, by their ranks; called by all members with the same grid. Waits
     * for all.
     *
     * @throws IllegalArgumentException at all members, with the same text, if they do not give the same grid; at this
     *     member alone if its grid has another number of places than the group has members
     */
    public static CartesianCommunicator of(Communicator communicator, CartesianGrid grid) {
        if (grid.size() != communicator.size()) {
            throw new IllegalArgumentException(
                    "a grid has one place for each member: members=%d %s; split the group first, or choose by CartesianGrid.dimensions(members, 0, 0)"
                            .formatted(communicator.size(), grid));
        }
        agree(communicator, MakeNeighborhood.ofGrid(grid.toString()));
        int[] ranks = Arrays.stream(grid.neighbors(communicator.rank()))
                .map(rank -> rank == MessageCommunication.NO_MEMBER ? Neighbors.NONE : rank)
                .toArray();
        return new CartesianCommunicator(communicator, grid, Neighbors.ofGrid(ranks));
    }

    @Override
    public CartesianCommunicator on(Communicator other) {
        return new CartesianCommunicator(requireSame(other), grid, neighbors());
    }

    @Override
    public NonBlockingCartesianCommunicator nonBlocking() {
        return new NonBlockingCartesianCommunicator(this);
    }

    @Override
    public PersistentCartesianCommunicator persistent() {
        return new PersistentCartesianCommunicator(this);
    }

    /** Returns the grid. */
    public CartesianGrid grid() {
        return grid;
    }

    /** Returns this member's coordinates. */
    public int[] coordinates() {
        return grid.coordinates(communicator().rank());
    }

    /** Returns whom this member receives from and sends to when all values move along a dimension. */
    public CartesianGrid.Shift shift(int dimension, int displacement) {
        return grid.shift(communicator().rank(), dimension, displacement);
    }

    /**
     * Makes a group of the members that differ in some dimensions only; called by all members.
     *
     * @param kept for each dimension whether the new grid has it
     */
    public CartesianCommunicator sub(boolean... kept) {
        int[] dimensions = grid.dimensions();
        if (kept.length != dimensions.length) {
            throw new IllegalArgumentException(
                    "says for each dimension whether it is kept: kept=%d %s".formatted(kept.length, grid));
        }
        int[] coordinates = coordinates();
        int colour = 0;
        for (int d = 0; d < kept.length; d++) {
            colour = kept[d] ? colour : colour * dimensions[d] + coordinates[d];
        }
        int[] left = IntStream.range(0, kept.length).filter(d -> kept[d]).toArray();
        boolean[] periodic = new boolean[left.length];
        for (int i = 0; i < left.length; i++) {
            periodic[i] = grid.periodic()[left[i]];
        }
        Communicator members = communicator().split(colour);
        return of(
                members,
                CartesianGrid.of(IntStream.of(left).map(d -> dimensions[d]).toArray(), periodic));
    }

    /**
     * Fills the layer of cells around this member's block of a grid with those of its neighbors, edges and corners too;
     * called by all members.
     *
     * <p>The block is in row-major order, its last dimension contiguous. Beyond a border the layer keeps its values.
     * Costs two messages in each dimension.
     *
     * @param block this member's cells, with a layer on both sides in each dimension
     * @param width of the layer, in cells
     * @param extents number of cells of the block in each dimension, with the layer on both sides
     */
    public void exchangeHalo(DirectBuffer block, int width, int... extents) {
        communicator().run(halo(block, width, extents));
    }

    Call<@Nullable Void> halo(DirectBuffer block, int width, int... extents) {
        if (extents.length != grid.dimensions().length) {
            throw new IllegalArgumentException(
                    "a block has as many dimensions as its grid: extents=%d %s".formatted(extents.length, grid));
        }
        return Call.of(
                new Halo(new GridBlock(width, extents), neighbors().allSources(), Arguments.given("block", block)));
    }
}

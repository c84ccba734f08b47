package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** The operations of a {@link CartesianCommunicator}, started without waiting. */
public final class NonBlockingCartesianCommunicator extends NonBlockingNeighborhood {
    private final CartesianCommunicator grid;

    NonBlockingCartesianCommunicator(CartesianCommunicator grid) {
        super(grid);
        this.grid = grid;
    }

    /**
     * Starts {@link CartesianCommunicator#exchangeHalo}; until it ends the block's outer cells must not change, and the
     * layer must not be read.
     */
    public Request<@Nullable Void> exchangeHalo(DirectBuffer block, int width, int... extents) {
        return grid.communicator().start(grid.halo(block, width, extents));
    }
}

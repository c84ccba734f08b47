package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** The operations of a {@link CartesianCommunicator}, prepared once to be run many times. */
public final class PersistentCartesianCommunicator extends PersistentNeighborhood {
    private final CartesianCommunicator grid;

    PersistentCartesianCommunicator(CartesianCommunicator grid) {
        super(grid);
        this.grid = grid;
    }

    /** Prepares {@link CartesianCommunicator#exchangeHalo}. */
    public PersistentRequest<@Nullable Void> exchangeHalo(DirectBuffer block, int width, int... extents) {
        int[] given = extents.clone();
        return PersistentRequest.of(grid.communicator(), () -> grid.halo(block, width, given));
    }
}

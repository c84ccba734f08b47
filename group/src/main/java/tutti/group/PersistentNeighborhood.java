package tutti.group;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link Neighborhood}, prepared once to be run many times (MPI 4.1, section 8.8).
 *
 * <p>The rules are those of collective operations of a {@link PersistentCommunicator}: to prepare one sends nothing,
 * each run sends what an object or a buffer holds at its start, and all members run the same ones in the same order.
 * Immutable; thread-safe as the communicator is.
 */
public class PersistentNeighborhood {
    private final Neighborhood neighborhood;

    PersistentNeighborhood(Neighborhood neighborhood) {
        this.neighborhood = neighborhood;
    }

    /** Prepares {@link Neighborhood#allGather(Object)}. */
    public final <T extends @Nullable Object> PersistentRequest<List<@Nullable T>> allGather(T value) {
        return PersistentRequest.<List<@Nullable T>>of(
                neighborhood.communicator(), () -> neighborhood.gathering(value));
    }

    /** Prepares {@link Neighborhood#allToAll(List)}. */
    public final <T extends @Nullable Object> PersistentRequest<List<@Nullable T>> allToAll(List<T> values) {
        return PersistentRequest.<List<@Nullable T>>of(
                neighborhood.communicator(), () -> neighborhood.exchanging(values));
    }

    /** Prepares {@link Neighborhood#allGather(DirectBuffer, DirectBuffer)}. */
    public final PersistentRequest<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return PersistentRequest.of(neighborhood.communicator(), () -> neighborhood.gathering(send, receive));
    }

    /** Prepares {@link Neighborhood#allGather(DirectBuffer, DirectBuffer, Blocks)}. */
    public final PersistentRequest<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return PersistentRequest.of(neighborhood.communicator(), () -> neighborhood.gathering(send, receive, blocks));
    }

    /** Prepares {@link Neighborhood#allToAll(DirectBuffer, DirectBuffer)}. */
    public final PersistentRequest<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return PersistentRequest.of(neighborhood.communicator(), () -> neighborhood.exchanging(send, receive));
    }

    /** Prepares {@link Neighborhood#allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)}. */
    public final PersistentRequest<@Nullable Void> allToAll(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return PersistentRequest.of(
                neighborhood.communicator(), () -> neighborhood.exchanging(send, sendBlocks, receive, receiveBlocks));
    }

    @Override
    public String toString() {
        return "Persistent" + neighborhood;
    }
}

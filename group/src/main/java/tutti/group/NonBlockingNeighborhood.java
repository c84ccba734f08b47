package tutti.group;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link Neighborhood}, started without waiting (MPI 4.1, section 8.7).
 *
 * <p>The rules are those of collective operations of a {@link NonBlockingCommunicator}: all members start and call the
 * same ones in the same order, and what is passed must not change until the request is done. Immutable; thread-safe as
 * the communicator is.
 */
public class NonBlockingNeighborhood {
    private final Neighborhood neighborhood;

    NonBlockingNeighborhood(Neighborhood neighborhood) {
        this.neighborhood = neighborhood;
    }

    /** Starts {@link Neighborhood#allGather(Object)}. */
    public final <T extends @Nullable Object> Request<List<@Nullable T>> allGather(T value) {
        return neighborhood.communicator().<List<@Nullable T>>start(neighborhood.gathering(value));
    }

    /** Starts {@link Neighborhood#allToAll(List)}. */
    public final <T extends @Nullable Object> Request<List<@Nullable T>> allToAll(List<T> values) {
        return neighborhood.communicator().<List<@Nullable T>>start(neighborhood.exchanging(values));
    }

    /** Starts {@link Neighborhood#allGather(DirectBuffer, DirectBuffer)}. */
    public final Request<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return neighborhood.communicator().start(neighborhood.gathering(send, receive));
    }

    /** Starts {@link Neighborhood#allGather(DirectBuffer, DirectBuffer, Blocks)}. */
    public final Request<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return neighborhood.communicator().start(neighborhood.gathering(send, receive, blocks));
    }

    /** Starts {@link Neighborhood#allToAll(DirectBuffer, DirectBuffer)}. */
    public final Request<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return neighborhood.communicator().start(neighborhood.exchanging(send, receive));
    }

    /** Starts {@link Neighborhood#allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)}. */
    public final Request<@Nullable Void> allToAll(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return neighborhood.communicator().start(neighborhood.exchanging(send, sendBlocks, receive, receiveBlocks));
    }

    @Override
    public String toString() {
        return "NonBlocking" + neighborhood;
    }
}

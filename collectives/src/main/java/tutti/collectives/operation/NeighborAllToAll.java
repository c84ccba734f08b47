package tutti.collectives.operation;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.NeighborExchange;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.signature.Operation;

/** Gives every member what its neighbors have for it. */
public final class NeighborAllToAll extends Collective<List<@Nullable Object>> {
    private final Neighbors neighbors;
    private final List<? extends @Nullable Object> values;

    private NeighborAllToAll(Neighbors neighbors, List<? extends @Nullable Object> values, Operation operation) {
        super(operation);
        this.neighbors = neighbors;
        this.values = values;
    }

    /** Makes a call that sends each neighbor a value of its own. */
    public static NeighborAllToAll of(Neighbors neighbors, List<? extends @Nullable Object> values) {
        return new NeighborAllToAll(neighbors, values, Operation.NEIGHBOR_ALL_TO_ALL);
    }

    /** Makes a call that sends all neighbors the same value. */
    public static NeighborAllToAll ofOne(Neighbors neighbors, @Nullable Object value) {
        return new NeighborAllToAll(
                neighbors, Collections.nCopies(neighbors.destinations(), value), Operation.NEIGHBOR_ALL_GATHER);
    }

    @Override
    public void check(int rank, int size) {
        if (values.size() != neighbors.destinations()) {
            throw new IllegalArgumentException(
                    "needs one value for each neighbor, also where there is none beyond a border: values=%d neighbors=%d rank=%d"
                            .formatted(values.size(), neighbors.destinations(), rank));
        }
    }

    @Override
    List<@Nullable Object> run(Invocation invocation) {
        return NeighborExchange.run(invocation.peers(), neighbors, values);
    }
}

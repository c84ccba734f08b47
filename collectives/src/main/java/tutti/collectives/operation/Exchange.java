package tutti.collectives.operation;

import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.SparseExchange;
import tutti.collectives.signature.Operation;

/** Gives every member what some others have for it. */
public final class Exchange extends Collective<SortedMap<Integer, @Nullable Object>> {
    private final Map<Integer, ? extends @Nullable Object> values;

    /**
     * Makes a call.
     *
     * @param values by the ranks of their receivers
     */
    public Exchange(Map<Integer, ? extends @Nullable Object> values) {
        this(Operation.EXCHANGE, values);
    }

    private Exchange(Operation operation, Map<Integer, ? extends @Nullable Object> values) {
        super(operation);
        this.values = values;
    }

    /**
     * Makes the call in which members tell each other who sends to whom.
     *
     * @param edges how many there are, by their destinations
     */
    public static Exchange ofEdges(Map<Integer, Integer> edges) {
        return new Exchange(Operation.MAKE_NEIGHBORHOOD, edges);
    }

    @Override
    void check(int rank, int size) {
        for (int destination : values.keySet()) {
            if (destination < 0 || destination >= size) {
                throw new IllegalArgumentException("a receiver's rank must lie in [0, %d): rank=%d; here rank=%d"
                        .formatted(size, destination, rank));
            }
        }
    }

    @Override
    SortedMap<Integer, @Nullable Object> run(Invocation invocation) {
        return SparseExchange.run(invocation.peers(), values);
    }
}

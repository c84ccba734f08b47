package tutti.collectives.operation;

import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.SparseExchange;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

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
        return new Exchange(Operation.FIND_SOURCES, edges);
    }

    @Override
    public void check(int rank, int size) {
        checkRanks("a receiver's rank", values, rank, size);
        checkObjects(values, rank, "exchangeBuffers");
    }

    /**
     * Checks that no value of a map is a buffer.
     *
     * @param forBuffers the operation that takes buffers
     */
    public static void checkObjects(Map<Integer, ? extends @Nullable Object> values, int rank, String forBuffers) {
        values.forEach((destination, value) -> {
            if (value instanceof DirectBuffer buffer) {
                throw new IllegalArgumentException(
                        "a buffer is no object: value=%s for rank=%d here rank=%d; pass buffers to %s"
                                .formatted(buffer, destination, rank, forBuffers));
            }
        });
    }

    /** Checks that the keys of a map are ranks. */
    static void checkRanks(String what, Map<Integer, ?> values, int rank, int size) {
        for (Integer key : values.keySet()) {
            if (key == null || key < 0 || key >= size) {
                throw new IllegalArgumentException(
                        "%s must lie in [0, %d): rank=%s here rank=%d; let the keys be ranks from 0 to %d"
                                .formatted(what, size, key, rank, size - 1));
            }
        }
    }

    @Override
    SortedMap<Integer, @Nullable Object> run(Invocation invocation) {
        return SparseExchange.run(invocation.peers(), values);
    }
}

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
        super(Operation.EXCHANGE);
        this.values = values;
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
    SortedMap<Integer, @Nullable Object> run(Context context) {
        return SparseExchange.run(context.peers(), values);
    }
}

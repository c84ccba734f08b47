package tutti.collectives.algorithm;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;

/**
 * Reduction to rank 0, then broadcast from there, in 2 ceil(log2 P) steps (CCJ, section 3.2.3).
 *
 * <p>One member computes the result and all others get copies of it, so it is bit-identical everywhere.
 */
public final class TreeAllReduce {
    private TreeAllReduce() {}

    public static @Nullable Object run(
            Peers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator) {
        Object result = BinomialReduce.run(peers, value, operator, 0);
        return BinomialBroadcast.run(peers, result, 0);
    }
}

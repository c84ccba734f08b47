package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * Reduction of large buffers for any P: each member reduces one block ({@link ReduceScatter}) and sends it to the root.
 */
public final class ExchangeReduce {
    private ExchangeReduce() {}

    public static void run(
            Peers peers,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root) {
        Blocks blocks = BlockViews.even(own.length(), peers.size(), Elementwise.unitOf(operator));
        DirectBuffer result = ReduceScatter.run(peers, own, blocks, operator);
        if (peers.rank() != root) {
            Segments.send(peers, root, result);
            return;
        }
        DirectBuffer whole = Objects.requireNonNull(target);
        BlockViews.of(blocks, whole, root).copyFrom(result);
        for (int distance = 1; distance < peers.size(); distance++) {
            int source = peers.at(-distance);
            Segments.receive(peers, source, BlockViews.of(blocks, whole, source));
        }
    }
}

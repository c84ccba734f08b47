package tutti.collectives;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** Reduction of large buffers for any P: each member reduces one block ({@link ReduceScatter}) and sends it to the root. */
final class ExchangeReduce {
    private ExchangeReduce() {}

    static void run(
            BufferPeers peers,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root) {
        Blocks blocks = Blocks.even(own.length(), peers.size());
        DirectBuffer result = ReduceScatter.run(peers, own, blocks, operator);
        if (peers.rank() != root) {
            Segments.send(peers, root, result);
            return;
        }
        DirectBuffer whole = Objects.requireNonNull(target);
        blocks.of(whole, root).copyFrom(result);
        for (int distance = 1; distance < peers.size(); distance++) {
            int source = peers.at(-distance);
            Segments.receive(peers, source, blocks.of(whole, source));
        }
    }
}

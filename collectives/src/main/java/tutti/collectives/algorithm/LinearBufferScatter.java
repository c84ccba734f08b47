package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/** Scatter of blocks of any lengths, which only the root knows: it sends each member its own. */
public final class LinearBufferScatter {
    private LinearBufferScatter() {}

    /** Scatters equal blocks. */
    public static void run(Peers peers, @Nullable DirectBuffer data, DirectBuffer target, int root) {
        run(peers, data, BlockViews.equal(target.length(), peers.size()), target, root);
    }

    public static void run(
            Peers peers, @Nullable DirectBuffer data, @Nullable Blocks blocks, DirectBuffer target, int root) {
        if (peers.rank() != root) {
            peers.receive(root, target);
            return;
        }
        Blocks known = Objects.requireNonNull(blocks);
        DirectBuffer held = Objects.requireNonNull(data);
        for (int distance = 1; distance < peers.size(); distance++) {
            int destination = peers.at(distance);
            peers.send(destination, BlockViews.of(known, held, destination));
        }
        target.copyFrom(BlockViews.of(known, held, root));
    }
}

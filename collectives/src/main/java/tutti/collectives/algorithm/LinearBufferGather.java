package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/** Gather of blocks of any lengths, which only the root knows all: each member sends it its own. */
public final class LinearBufferGather {
    private LinearBufferGather() {}

    /** Gathers equal blocks. */
    public static void run(Peers peers, DirectBuffer own, @Nullable DirectBuffer target, int root) {
        run(peers, own, target, BlockViews.equal(own.length(), peers.size()), root);
    }

    public static void run(
            Peers peers, DirectBuffer own, @Nullable DirectBuffer target, @Nullable Blocks blocks, int root) {
        if (peers.rank() != root) {
            peers.send(root, own);
            return;
        }
        Blocks known = Objects.requireNonNull(blocks);
        DirectBuffer held = Objects.requireNonNull(target);
        BlockViews.of(known, held, root).copyFrom(own);
        for (int distance = 1; distance < peers.size(); distance++) {
            int source = peers.at(distance);
            peers.receive(source, BlockViews.of(known, held, source));
        }
    }
}

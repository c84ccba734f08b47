package tutti.collectives;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** Gather of blocks of any lengths, which only the root knows all: each member sends it its own. */
final class LinearBufferGather {
    private LinearBufferGather() {}

    /** Gathers equal blocks. */
    static void run(BufferPeers peers, DirectBuffer own, @Nullable DirectBuffer target, int root) {
        run(peers, own, target, Blocks.equal(own.length(), peers.size()), root);
    }

    static void run(
            BufferPeers peers, DirectBuffer own, @Nullable DirectBuffer target, @Nullable Blocks blocks, int root) {
        if (peers.rank() != root) {
            peers.send(root, own);
            return;
        }
        Blocks known = Objects.requireNonNull(blocks);
        DirectBuffer held = Objects.requireNonNull(target);
        known.of(held, root).copyFrom(own);
        for (int distance = 1; distance < peers.size(); distance++) {
            int source = peers.at(distance);
            peers.receive(source, known.of(held, source));
        }
    }
}

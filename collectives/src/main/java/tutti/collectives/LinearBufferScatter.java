package tutti.collectives;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** Scatter of blocks of any lengths, which only the root knows: it sends each member its own. */
final class LinearBufferScatter {
    private LinearBufferScatter() {}

    /** Scatters equal blocks. */
    static void run(BufferPeers peers, @Nullable DirectBuffer data, DirectBuffer target, int root) {
        run(peers, data, Blocks.equal(target.length(), peers.size()), target, root);
    }

    static void run(
            BufferPeers peers, @Nullable DirectBuffer data, @Nullable Blocks blocks, DirectBuffer target, int root) {
        if (peers.rank() != root) {
            peers.receive(root, target);
            return;
        }
        Blocks known = Objects.requireNonNull(blocks);
        DirectBuffer held = Objects.requireNonNull(data);
        for (int distance = 1; distance < peers.size(); distance++) {
            int destination = peers.at(distance);
            peers.send(destination, known.of(held, destination));
        }
        target.copyFrom(known.of(held, root));
    }
}

package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.messaging.match.Payload;

/**
 * Scatter down a binomial tree in ceil(log2 P) steps: each message holds the parts of a whole subtree (CCJ, section
 * 3.2.4).
 *
 * <p>Members in the middle pass on the parts of others without decoding them.
 */
public final class BinomialScatter {
    private BinomialScatter() {}

    /** Returns the root's own reference to its part at the root, an independent copy of the part elsewhere. */
    public static @Nullable Object run(Peers peers, @Nullable DividableDataObject<@Nullable Object> data, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (!tree.isRoot()) {
            List<Payload> parts = peers.receive(tree.parent()).takeParts();
            sendDown(peers, tree, parts);
            return parts.get(peers.rank() - tree.blockStart()).take();
        }
        Object own = null;
        List<Payload> parts = new ArrayList<>(peers.size());
        for (int rank = 0; rank < peers.size(); rank++) {
            Object element = Objects.requireNonNull(data).elementAt(rank, peers.size());
            if (rank == root) {
                own = element;
            }
            parts.add(peers.capture(rank == root ? null : element));
        }
        sendDown(peers, tree, parts);
        return own;
    }

    /** Sends each child the parts of its subtree; the parts are those of this member's block, in rank order. */
    private static void sendDown(Peers peers, BinomialTree tree, List<Payload> parts) {
        for (BinomialTree.Child child : tree.largestFirst()) {
            List<Payload> block =
                    parts.subList(child.blockStart() - tree.blockStart(), child.blockEnd() - tree.blockStart());
            peers.send(child.rank(), Payload.bundle(block));
        }
    }
}

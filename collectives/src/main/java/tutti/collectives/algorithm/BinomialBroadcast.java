package tutti.collectives.algorithm;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/**
 * Broadcast down a binomial tree in ceil(log2 P) steps.
 *
 * <p>The root captures the value once. A member forwards the payload before it opens its own copy, and forwards the first chunks
 * of a large one while the others are still on their way, so the tree is a pipeline.
 */
public final class BinomialBroadcast {
    private BinomialBroadcast() {}

    /** Returns the root's own reference at the root, an independent copy elsewhere. */
    public static @Nullable Object run(Peers peers, @Nullable Object value, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (!tree.isRoot()) {
            Payload payload = peers.receive(tree.parent());
            forward(peers, tree, payload);
            return payload.take();
        }
        if (!tree.children().isEmpty()) {
            Payload payload = peers.capture(value);
            forward(peers, tree, payload);
            payload.release();
        }
        return value;
    }

    private static void forward(Peers peers, BinomialTree tree, Payload payload) {
        for (BinomialTree.Child child : tree.largestFirst()) {
            peers.send(child.rank(), payload.share());
        }
    }
}

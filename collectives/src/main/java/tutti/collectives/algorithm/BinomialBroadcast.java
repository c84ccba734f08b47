package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Payload;

/**
 * Broadcast down a binomial tree in ceil(log2 P) steps.
 *
 * <p>The root captures the value once. A member forwards the payload before it opens its own copy, and forwards the
 * first chunks of a large one while the others are still on their way, so the tree is a pipeline.
 */
public final class BinomialBroadcast {
    private BinomialBroadcast() {}

    /** Returns the root's own reference at the root, an independent copy elsewhere. */
    public static @Nullable Object run(Peers peers, @Nullable Object value, int root) {
        if (peers.rank() != root) {
            return spread(peers, null, root).take();
        }
        if (peers.size() > 1) {
            spread(peers, peers.capture(value), root).release();
        }
        return value;
    }

    /**
     * Gets the root's payload, and forwards it.
     *
     * @param own the payload at the root; ignored elsewhere
     * @return the payload, on which the caller has a hold
     */
    public static Payload spread(Peers peers, @Nullable Payload own, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        Payload payload = tree.isRoot() ? Objects.requireNonNull(own) : peers.receive(tree.parent());
        for (BinomialTree.Child child : tree.largestFirst()) {
            peers.send(child.rank(), payload.share());
        }
        return payload;
    }
}

package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/**
 * Scatter of equal blocks of a buffer down a binomial tree in ceil(log2 P) steps.
 *
 * <p>A message holds the blocks of a whole subtree, which has consecutive ranks: a slice of what the sender holds.
 */
public final class BinomialBufferScatter {
    private BinomialBufferScatter() {}

    public static void run(Peers peers, @Nullable DirectBuffer data, DirectBuffer target, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (tree.children().isEmpty() && !tree.isRoot()) {
            peers.receive(tree.parent(), target);
            return;
        }
        EqualBlocks blocks = new EqualBlocks(tree.blockStart(), tree.blockEnd(), target.length());
        DirectBuffer held;
        if (tree.isRoot()) {
            held = Objects.requireNonNull(data);
        } else {
            held = blocks.scratch(peers, target);
            peers.receive(tree.parent(), held);
        }
        for (BinomialTree.Child child : tree.largestFirst()) {
            peers.send(child.rank(), blocks.of(held, child));
        }
        target.copyFrom(blocks.of(held, peers.rank()));
    }
}

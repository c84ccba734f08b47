package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** Gather of equal blocks up a binomial tree in ceil(log2 P) steps, the inverse of {@link BinomialBufferScatter}. */
public final class BinomialBufferGather {
    private BinomialBufferGather() {}

    public static void run(Peers peers, DirectBuffer own, @Nullable DirectBuffer target, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (tree.children().isEmpty() && !tree.isRoot()) {
            peers.send(tree.parent(), own);
            return;
        }
        EqualBlocks blocks = new EqualBlocks(tree.blockStart(), tree.blockEnd(), own.length());
        DirectBuffer held = tree.isRoot() ? Objects.requireNonNull(target) : blocks.scratch(peers, own);
        blocks.of(held, peers.rank()).copyFrom(own);
        for (BinomialTree.Child child : tree.children()) {
            peers.receive(child.rank(), blocks.of(held, child));
        }
        if (!tree.isRoot()) {
            peers.send(tree.parent(), held);
        }
    }
}

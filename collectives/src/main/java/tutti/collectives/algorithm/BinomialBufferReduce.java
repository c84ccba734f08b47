package tutti.collectives.algorithm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * Reduction of buffers up a binomial tree in ceil(log2 P) steps, in the association order of {@link BinomialReduce}.
 */
public final class BinomialBufferReduce {
    private BinomialBufferReduce() {}

    /** Writes the result into the root's target, which may be the root's own contribution; others need no target. */
    public static void run(
            Peers peers,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        DirectBuffer result = own;
        if (!tree.children().isEmpty()) {
            Accumulator accumulator = new Accumulator(peers, own, operator);
            for (BinomialTree.Child child : tree.children()) {
                accumulator.combine(peers, child.rank(), child.blockStart() < peers.rank());
            }
            result = accumulator.value();
        }
        if (!tree.isRoot()) {
            peers.send(tree.parent(), result);
        } else if (result != target) {
            Objects.requireNonNull(target).copyFrom(result);
        }
    }
}

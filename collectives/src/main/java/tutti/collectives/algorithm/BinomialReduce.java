package tutti.collectives.algorithm;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;

/**
 * Reduction up a binomial tree in ceil(log2 P) steps, in rank order for every root.
 *
 * <p>Each member holds the result over consecutive ranks and combines it with a neighbouring block's. The association
 * order depends on P only, never on the root or on who is first, so a result is bit-identical from run to run and from
 * root to root.
 */
public final class BinomialReduce {
    private BinomialReduce() {}

    /** Returns the result at the root, and null elsewhere. */
    public static @Nullable Object run(
            Peers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (tree.children().isEmpty() && !tree.isRoot()) {
            peers.send(tree.parent(), peers.capture(value));
            return null;
        }
        Object copy = peers.copy(value); // the operator may change it
        return climb(peers, peers.rank(), peers.rank() + 1, copy, operator, root);
    }

    /**
     * Continues from the result over a block of the tree that this member holds.
     *
     * @param start first rank of the block
     * @param end one past its last rank
     * @param part result over the block, which no other member holds
     * @return the result at the root, and null elsewhere
     */
    public static @Nullable Object climb(
            Peers peers,
            int start,
            int end,
            @Nullable Object part,
            ReductionObject<@Nullable Object> operator,
            int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        Object result = part;
        int low = start;
        int high = end;
        for (BinomialTree.Child child : tree.children()) {
            if (child.blockStart() >= start && child.blockEnd() <= end) {
                continue; // the part holds it already
            }
            Object theirs = peers.receive(child.rank()).take();
            if (child.blockStart() > peers.rank()) {
                result = Operands.reduce(operator, result, theirs, low, child.blockStart(), child.blockEnd());
                high = child.blockEnd();
            } else {
                result = Operands.reduce(operator, theirs, result, child.blockStart(), child.blockEnd(), high);
                low = child.blockStart();
            }
        }
        if (tree.isRoot()) {
            return result;
        }
        peers.send(tree.parent(), peers.capture(result));
        return null;
    }
}

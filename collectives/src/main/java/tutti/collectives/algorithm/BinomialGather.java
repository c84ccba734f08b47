package tutti.collectives.algorithm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.messaging.match.Payload;

/**
 * Gather up a binomial tree in ceil(log2 P) steps, the inverse of {@link BinomialScatter} (CCJ, section 3.2.5).
 *
 * <p>Members in the middle join the contributions of their subtrees without decoding them. The root opens them in rank
 * order.
 */
public final class BinomialGather {
    private BinomialGather() {}

    /** Sets every member's contribution in the root's object; the root's own goes by reference. */
    public static void run(
            Peers peers, @Nullable DividableDataObject<@Nullable Object> target, @Nullable Object value, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        Deque<Payload> block = new ArrayDeque<>(); // contributions of consecutive ranks, this member's among them
        block.add(peers.capture(tree.isRoot() ? null : value));
        for (BinomialTree.Child child : tree.children()) {
            List<Payload> theirs = peers.receive(child.rank()).takeParts();
            if (child.blockStart() > peers.rank()) {
                theirs.forEach(block::addLast);
            } else {
                theirs.reversed().forEach(block::addFirst);
            }
        }
        if (tree.isRoot()) {
            RankOrder.setAll(Objects.requireNonNull(target), List.copyOf(block), peers.rank(), value);
        } else {
            peers.send(tree.parent(), Payload.bundle(List.copyOf(block)));
        }
    }
}

package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/**
 * Reduction in which the members of a process combine their operands through its memory, and only results over whole
 * {@link TreeBlocks} travel, along the edges of the {@link BinomialTree} that leave a block.
 *
 * <p>So order and brackets are those of {@link BinomialReduce}, wherever members live. Only a block's holder waits: for the
 * others of its block, and for its children in the tree.
 */
final class MeetingReduce {
    private MeetingReduce() {}

    /** Returns the result at the root, and null elsewhere. */
    static @Nullable Object run(
            Visit visit, Peers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        if (peers.size() == 1) {
            return peers.copy(value);
        }
        visit.awaitRoom();
        TreeBlocks.Block block = visit.place().blocks().of(peers.rank());
        Contributions all = visit.contributions(false, operator);
        Payload copy = visit.captureForNeighbours(value);
        visit.keep(copy);
        Contributions.Some result = all.combine(block, peers.rank(), copy.take(), operator, peers.size());
        if (result != null) {
            visit.putResult(all, block, result, root);
        }
        if (peers.rank() != block.holder(root)) {
            return null;
        }
        Object part = visit.await(() -> all.result(block)).value();
        return BinomialReduce.climb(peers, block.start(), block.end(), part, operator, root);
    }
}

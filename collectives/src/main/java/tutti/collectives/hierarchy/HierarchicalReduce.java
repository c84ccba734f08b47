package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialReduce;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.TreeBlocks;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Contributions;
import tutti.messaging.Payload;

/**
 * Reduction in which the members of a process combine their operands through its memory, and only results over whole
 * {@link TreeBlocks} travel, along the edges of the {@link BinomialTree} that leave a block.
 *
 * <p>So the association order is that of {@link BinomialReduce}, wherever members live. Only a block's holder waits: for the
 * others of its block, and for its children in the tree.
 */
public final class HierarchicalReduce {
    private HierarchicalReduce() {}

    /** Returns the result at the root, and null elsewhere. */
    public static @Nullable Object run(
            CollectiveCall call,
            CallPeers peers,
            @Nullable Object value,
            ReductionObject<@Nullable Object> operator,
            int root) {
        if (peers.size() == 1) {
            return peers.copy(value);
        }
        call.local().awaitRoom();
        TreeBlocks.Block block = call.locality().blocks().of(peers.rank());
        Contributions all = Contributions.of(call, false, operator);
        Payload copy = call.endpoint().capture(value, call.rank());
        call.local().retain(copy);
        Contributions.Some result = all.combine(block, peers.rank(), copy.take(), operator, peers.size());
        if (result != null) {
            putResult(call, all, block, result, root);
        }
        if (peers.rank() != block.holder(root)) {
            return null;
        }
        Object part = call.local().await(() -> all.result(block)).value();
        return BinomialReduce.climb(peers, block.start(), block.end(), part, operator, root);
    }

    /** Puts down the result over a block for its holder. */
    static void putResult(
            CollectiveCall call, Contributions all, TreeBlocks.Block block, Contributions.Some result, int root) {
        if (all.putResult(block, result)) {
            call.local().complete();
        }
        call.local().wake(block.holder(root));
    }
}

package tutti.collectives.algorithm;

import java.util.function.IntFunction;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * AllToAll of blocks in P - 1 steps, for blocks of any lengths: each goes straight to its member.
 *
 * <p>In step i a member sends to the rank i ahead and receives from the rank i behind, as in {@link PairwiseAllToAll}.
 */
public final class PairwiseBufferAllToAll {
    private PairwiseBufferAllToAll() {}

    public static void run(Peers peers, DirectBuffer data, DirectBuffer target) {
        Blocks blocks = BlockViews.equal(data.length() / peers.size(), peers.size());
        run(peers, data, blocks, target, blocks);
    }

    public static void run(
            Peers peers, DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        run(peers, rank -> BlockViews.of(dataBlocks, data, rank), rank -> BlockViews.of(targetBlocks, target, rank));
    }

    /**
     * Exchanges buffers of any types.
     *
     * @param data what goes to a rank
     * @param target what comes from a rank; of the same type and length
     */
    public static void run(Peers peers, IntFunction<DirectBuffer> data, IntFunction<DirectBuffer> target) {
        target.apply(peers.rank()).copyFrom(data.apply(peers.rank()));
        Segments.exchangeWithAll(peers, data, target);
    }
}

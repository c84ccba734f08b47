package tutti.collectives.algorithm;

import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * AllGather of blocks round a ring in P - 1 steps, for blocks of any lengths.
 *
 * <p>In step i each member passes the block of the rank i behind it to the next member. Every block goes straight from
 * the memory that it was received into, and no link carries one twice.
 */
public final class RingBufferAllGather {
    private RingBufferAllGather() {}

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target) {
        run(peers, own, target, BlockViews.equal(own.length(), peers.size()));
    }

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target, Blocks blocks) {
        BlockViews.of(blocks, target, peers.rank()).copyFrom(own);
        for (int step = 1; step < peers.size(); step++) {
            Segments.exchange(
                    peers,
                    peers.at(1),
                    BlockViews.of(blocks, target, peers.at(1 - step)),
                    peers.at(-1),
                    BlockViews.of(blocks, target, peers.at(-step)));
        }
    }
}

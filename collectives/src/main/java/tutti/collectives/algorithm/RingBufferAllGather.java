package tutti.collectives.algorithm;

import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * AllGather of blocks round a ring in P - 1 steps, for blocks of any lengths.
 *
 * <p>In step i each member passes the block of the rank i - 1 ahead to the member before it. Every block goes straight
 * from the memory that it was received into, and no link carries one twice. A member receives first from the member
 * that {@link BruckBufferAllGather} receives from first: so members whose blocks differ so much in length that a table
 * chooses different algorithms find that.
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
                    peers.at(-1),
                    BlockViews.of(blocks, target, peers.at(step - 1)),
                    peers.at(1),
                    BlockViews.of(blocks, target, peers.at(step)));
        }
    }
}

package tutti.collectives;

import tutti.serialization.DirectBuffer;

/**
 * AllGather of blocks round a ring in P - 1 steps, for blocks of any lengths.
 *
 * <p>In step i each member passes the block of the rank i behind it to the next member. Every block goes straight from the memory
 * that it was received into, and no link carries one twice.
 */
final class RingBufferAllGather {
    private RingBufferAllGather() {}

    static void run(BufferPeers peers, DirectBuffer own, DirectBuffer target) {
        run(peers, own, target, Blocks.equal(own.length(), peers.size()));
    }

    static void run(BufferPeers peers, DirectBuffer own, DirectBuffer target, Blocks blocks) {
        blocks.of(target, peers.rank()).copyFrom(own);
        for (int step = 1; step < peers.size(); step++) {
            Segments.exchange(
                    peers,
                    peers.at(1),
                    blocks.of(target, peers.at(1 - step)),
                    peers.at(-1),
                    blocks.of(target, peers.at(-step)));
        }
    }
}

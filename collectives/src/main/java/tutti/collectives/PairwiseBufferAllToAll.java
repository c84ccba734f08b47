package tutti.collectives;

import tutti.serialization.DirectBuffer;

/**
 * AllToAll of blocks in P - 1 steps, for blocks of any lengths: each goes straight to its member.
 *
 * <p>In step i a member sends to the rank i ahead and receives from the rank i behind, as in {@link PairwiseAllToAll}.
 */
final class PairwiseBufferAllToAll {
    private PairwiseBufferAllToAll() {}

    static void run(BufferPeers peers, DirectBuffer data, DirectBuffer target) {
        Blocks blocks = Blocks.equal(data.length() / peers.size(), peers.size());
        run(peers, data, blocks, target, blocks);
    }

    static void run(BufferPeers peers, DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        int rank = peers.rank();
        targetBlocks.of(target, rank).copyFrom(dataBlocks.of(data, rank));
        for (int distance = 1; distance < peers.size(); distance++) {
            int destination = peers.at(distance);
            int source = peers.at(-distance);
            Segments.exchange(
                    peers, destination, dataBlocks.of(data, destination), source, targetBlocks.of(target, source));
        }
    }
}

package tutti.collectives;

import tutti.serialization.DirectBuffer;

/**
 * AllReduce of buffers by recursive doubling, in log2 P steps, for P a power of two.
 *
 * <p>Before round k the members of each block of 2^k ranks all hold the block's result; each exchanges it with its counterpart in
 * the neighbouring block. Every member computes the brackets of {@link BinomialReduce}, so that all results have the same bits.
 */
final class DoublingAllReduce {
    private DoublingAllReduce() {}

    static void run(BufferPeers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        Accumulator accumulator = new Accumulator(peers, own, operator);
        for (int distance = 1; distance < peers.size(); distance *= 2) {
            int peer = peers.rank() ^ distance;
            peers.send(peer, accumulator.value());
            accumulator.combine(peers, peer, peer < peers.rank());
        }
        target.copyFrom(accumulator.value());
    }
}

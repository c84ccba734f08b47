package tutti.collectives.algorithm;

import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * AllReduce of buffers by recursive doubling, in log2 P steps, and at most twice as many if P is no power of two.
 *
 * <p>Before round k the members of each block of 2^k ranks all hold the block's result; each exchanges it with its
 * counterpart in the neighbouring block. Where the last block is too short to have a counterpart for each member, its
 * result travels from the first of its neighbours to the others, down binomial trees. Every member computes in the
 * association order of {@link BinomialReduce}, so that all results have the same bits.
 */
public final class DoublingAllReduce {
    private DoublingAllReduce() {}

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        Accumulator accumulator = new Accumulator(peers, own, operator);
        for (int half = 1; half < peers.size(); half *= 2) {
            int middle = peers.rank() - peers.rank() % (2 * half) + half;
            int present = Math.min(half, peers.size() - middle); // ranks in the upper block
            if (present > 0) {
                int place = peers.rank() % half; // in this member's own block
                if (place < present) {
                    int counterpart = peers.rank() ^ half;
                    peers.send(counterpart, accumulator.value());
                    receive(peers, accumulator, counterpart, half, present);
                } else { // in the lower block
                    int turn = place / present;
                    int giver = place - Integer.highestOneBit(turn) * present;
                    receive(peers, accumulator, middle - half + giver, half, present);
                }
            }
        }
        target.copyFrom(accumulator.value());
    }

    /** Receives the neighbouring block's result, hands it on in the lower block, and combines. */
    private static void receive(Peers peers, Accumulator accumulator, int source, int half, int present) {
        boolean isLower = peers.rank() % (2 * half) < half;
        DirectBuffer theirs = accumulator.receive(peers, source);
        if (isLower) {
            int place = peers.rank() % half;
            int turn = place / present;
            for (int step = turn == 0 ? 1 : 2 * Integer.highestOneBit(turn); place + step * present < half; step *= 2) {
                peers.send(peers.rank() + step * present, theirs);
            }
        }
        accumulator.combine(theirs, !isLower);
    }
}

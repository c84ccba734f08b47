package tutti.collectives.algorithm;

import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * AllReduce of large buffers in 2 log2 P steps, for P a power of two; for another P it is {@link ExchangeAllReduce}.
 *
 * <p>In round k a member and its counterpart in the neighbouring block of 2^k ranks each take over one half of the
 * elements that both still reduce: it gets the other's, and gives away its own of the other half. Then the halves come
 * back in the opposite order. Neighbours combine first, in contrast to R. Rabenseifner's order ("Optimization of
 * collective reduction operations", 2004, doi:10.1007/978-3-540-24685-5_1), so that the association order is that of
 * {@link BinomialReduce}. The operator must combine element by element.
 */
public final class HalvingAllReduce {
    private final Peers peers;
    private final DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;
    private DirectBuffer value;
    private boolean valueIsBorrowed = true;
    private DirectBuffer spare;
    private DirectBuffer other;

    private HalvingAllReduce(
            Peers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        this.peers = peers;
        this.target = target;
        this.operator = operator;
        value = own;
        spare = peers.scratch(0, own);
        other = peers.scratch(1, own);
    }

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        if (Integer.bitCount(peers.size()) == 1) {
            new HalvingAllReduce(peers, own, target, operator).reduce(1, 0, own.length());
        } else {
            ExchangeAllReduce.run(peers, own, target, operator);
        }
    }

    /** Continues from the results over this member's block of so many ranks, for the elements in [from, to). */
    private void reduce(int half, long from, long to) {
        if (half == peers.size()) {
            target.slice(from, to - from).copyFrom(value.slice(from, to - from));
            return;
        }
        int counterpart = peers.rank() ^ half;
        int unit = Elementwise.unitOf(operator);
        long middle = from + (to - from) / 2 / unit * unit;
        boolean isLower = peers.rank() < counterpart;
        long keptFrom = isLower ? from : middle;
        long kept = isLower ? middle - from : to - middle;
        long givenFrom = isLower ? middle : from;
        long given = to - from - kept;
        Segments.exchange(peers, counterpart, value.slice(givenFrom, given), counterpart, spare.slice(keptFrom, kept));
        combine(keptFrom, kept, isLower);
        reduce(2 * half, keptFrom, keptFrom + kept);
        Segments.exchange(
                peers, counterpart, target.slice(keptFrom, kept), counterpart, target.slice(givenFrom, given));
    }

    /** Combines what has been received into the spare memory with what this member has, the lower ranks on the left. */
    private void combine(long from, long length, boolean isLower) {
        DirectBuffer theirs = spare.slice(from, length);
        if (!isLower) {
            operator.reduce(theirs, value.slice(from, length));
            DirectBuffer received = spare;
            spare = valueIsBorrowed ? other : value;
            value = received;
        } else {
            if (valueIsBorrowed) { // and must not be changed
                other.slice(from, length).copyFrom(value.slice(from, length));
                value = other;
            }
            operator.reduce(value.slice(from, length), theirs);
        }
        valueIsBorrowed = false;
    }
}

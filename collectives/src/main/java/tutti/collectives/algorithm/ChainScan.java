package tutti.collectives.algorithm;

import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * Scan along the chain of ranks, in segments: while a member passes one on, the next comes in.
 *
 * <p>A member combines the result over the lower ranks with its own elements, and sends that to the next rank. With s
 * segments the last member has its result after P - 2 + s steps of one segment each, and no member sends more than the
 * buffer once. Elements are combined from the lowest rank up, so a result has the same bits in every run.
 *
 * <p>The operator must be {@link Elementwise}.
 */
public final class ChainScan {
    /** Up to so many members the chain sends fewer messages in hardly more steps, also for small buffers. */
    private static final int FEW_MEMBERS = 4;

    private static final int BELOW_SLOT = 0;
    private static final int SUM_SLOT = 1;

    private final Peers peers;
    private final ReductionObject<DirectBuffer> operator;

    private ChainScan(Peers peers, ReductionObject<DirectBuffer> operator) {
        this.peers = peers;
        this.operator = operator;
    }

    /** Returns whether this is to be used instead of {@link DoublingScan}; the same for all members. */
    public static boolean isChosen(int size, DirectBuffer own) {
        long segments = Segments.count(own);
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        return size <= FEW_MEMBERS || size - 2 + segments <= rounds * segments;
    }

    /**
     * Combines the elements of the lower ranks.
     *
     * @param isExclusive whether this member's own elements are left out; the target of rank 0 is not changed then
     */
    public static void run(
            Peers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            boolean isExclusive) {
        ChainScan scan = new ChainScan(peers, operator);
        boolean isInPlace = own.isSameMemory(target);
        DirectBuffer operand = Scratch.sameOrApart(own, target);
        // scratch memory of the whole length: a segment of it then has the same index as the operand's
        DirectBuffer below = isInPlace ? peers.scratch(BELOW_SLOT, own) : target;
        DirectBuffer sum = isExclusive ? peers.scratch(SUM_SLOT, own) : below;
        int unit = Elementwise.unitOf(operator);
        for (long index = 0; index < Segments.count(own, unit); index++) {
            scan.run(
                    Segments.of(operand, index, unit),
                    Segments.of(below, index, unit),
                    Segments.of(sum, index, unit),
                    Segments.of(target, index, unit),
                    isExclusive);
        }
    }

    /**
     * Does one segment.
     *
     * @param below gets what comes from the rank below, and may be the target
     * @param sum gets what goes to the next rank; the same as {@code below} if the member wants that, too
     */
    private void run(
            DirectBuffer operand, DirectBuffer below, DirectBuffer sum, DirectBuffer target, boolean isExclusive) {
        boolean isFirst = peers.rank() == 0;
        boolean isLast = peers.rank() == peers.size() - 1;
        DirectBuffer passedOn = operand;
        if (!isFirst) {
            peers.receive(peers.rank() - 1, below);
            passedOn = sum;
            if (isExclusive && !isLast) {
                sum.copyFrom(below);
            }
            if (!isExclusive || !isLast) {
                operator.reduce(sum, operand);
            }
        }
        if (!isLast) {
            peers.send(peers.rank() + 1, passedOn);
        }
        DirectBuffer result = isExclusive ? below : passedOn;
        boolean hasResult = !isExclusive || !isFirst;
        if (hasResult && !result.isSameMemory(target)) {
            target.copyFrom(result);
        }
    }
}

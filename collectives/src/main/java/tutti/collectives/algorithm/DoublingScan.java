package tutti.collectives.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * Scan by recursive doubling, in ceil(log2 P) steps.
 *
 * <p>Before round k a member holds the result over its own rank and up to 2^k - 1 below. It sends that to the rank 2^k
 * ahead, and combines what comes from the rank 2^k behind, on the left. The association order depends on the member's
 * rank only, so a result has the same bits in every run. W. D. Hillis, G. L. Steele: Data parallel algorithms,
 * Communications of the ACM 29(12), 1986.
 */
public final class DoublingScan {
    private static final int SLOT = 0;
    private static final int SLOT_BELOW = Scratch.PART + 1;

    private DoublingScan() {}

    /**
     * Combines the values of the lower ranks.
     *
     * @param isExclusive whether this member's own value is left out; rank 0 gets null then
     */
    public static @Nullable Object run(
            Peers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator, boolean isExclusive) {
        Object all = peers.copy(value); // the operator may change it
        Object below = null;
        boolean hasBelow = false;
        for (int distance = 1; distance < peers.size(); distance *= 2) {
            if (peers.rank() + distance < peers.size()) {
                peers.send(peers.rank() + distance, peers.capture(all));
            }
            if (peers.rank() >= distance) {
                Object theirs = peers.receive(peers.rank() - distance).take();
                int start = Math.max(0, peers.rank() - 2 * distance + 1);
                int middle = peers.rank() - distance + 1;
                if (isExclusive) {
                    Object again = peers.copy(theirs);
                    below = hasBelow ? Operands.reduce(operator, again, below, start, middle, peers.rank()) : again;
                    hasBelow = true;
                }
                all = Operands.reduce(operator, theirs, all, start, middle, peers.rank() + 1);
            }
        }
        return isExclusive ? below : all;
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
        Accumulator all = new Accumulator(peers, own, operator, SLOT);
        Accumulator below = null;
        for (int distance = 1; distance < peers.size(); distance *= 2) {
            if (peers.rank() + distance < peers.size()) {
                Segments.send(peers, peers.rank() + distance, all.value());
            }
            if (peers.rank() >= distance) {
                DirectBuffer theirs = all.receiveSegments(peers, peers.rank() - distance);
                if (isExclusive && below == null) {
                    below = new Accumulator(peers, theirs, operator, SLOT_BELOW);
                } else if (below != null) {
                    below.combineCopy(theirs, true);
                }
                all.combine(theirs, true);
            }
        }
        if (!isExclusive) {
            target.copyFrom(all.value());
        } else if (below != null) {
            target.copyFrom(below.value());
        }
    }

    /**
     * Does what all members do, in one of them, for elements that all lie in reach: the results have the same bits.
     *
     * @param own what each member contributes, by rank
     * @param targets where each wants its result
     */
    public static void runForAll(
            Peers peers,
            List<DirectBuffer> own,
            List<DirectBuffer> targets,
            ReductionObject<DirectBuffer> operator,
            boolean isExclusive) {
        int size = own.size();
        Accumulator[] all = new Accumulator[size];
        @Nullable Accumulator[] below = new Accumulator[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = new Accumulator(peers, own.get(rank), operator, SLOT_BELOW + 2 * rank);
        }
        for (int distance = 1; distance < size; distance *= 2) {
            for (int rank = size - 1; rank >= distance; rank--) { // those below are still as before this round
                DirectBuffer theirs = all[rank - distance].value();
                Accumulator known = below[rank];
                if (known != null) {
                    known.combineCopy(theirs, true);
                } else if (isExclusive) {
                    below[rank] = new Accumulator(peers, theirs, operator, SLOT_BELOW + 2 * (size + rank));
                }
                all[rank].combineCopy(theirs, true);
            }
        }
        for (int rank = 0; rank < size; rank++) {
            Accumulator result = isExclusive ? below[rank] : all[rank];
            if (result != null) {
                targets.get(rank).copyFrom(result.value());
            }
        }
    }
}

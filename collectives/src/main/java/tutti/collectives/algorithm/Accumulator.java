package tutti.collectives.algorithm;

import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * The result over some consecutive ranks, growing as results of other members come in.
 *
 * <p>It lies in memory of its own, because the operator may change both arguments, and because the user's buffer must
 * hold its old elements until every contribution has fitted.
 */
final class Accumulator {
    private final ReductionObject<DirectBuffer> operator;
    private DirectBuffer value;
    private DirectBuffer spare;

    Accumulator(Peers peers, DirectBuffer own, ReductionObject<DirectBuffer> operator) {
        this(peers, own, operator, 0);
    }

    /**
     * Begins with a copy of some elements.
     *
     * @param slot of the first of two scratch memories
     */
    Accumulator(Peers peers, DirectBuffer own, ReductionObject<DirectBuffer> operator, int slot) {
        this.operator = operator;
        value = peers.scratch(slot, own);
        spare = peers.scratch(slot + 1, own);
        value.copyFrom(own);
    }

    /** Returns the result so far. */
    DirectBuffer value() {
        return value;
    }

    /**
     * Receives the result of a neighbouring block of ranks and combines it with this one, the lower ranks on the left.
     */
    void combine(Peers peers, int source, boolean sourceIsLower) {
        combine(receive(peers, source), sourceIsLower);
    }

    /** Receives the result of a neighbouring block of ranks, to be combined next. */
    DirectBuffer receive(Peers peers, int source) {
        peers.receive(source, spare);
        return spare;
    }

    /** Receives what a member sends in segments, to be combined next. */
    DirectBuffer receiveSegments(Peers peers, int source) {
        Segments.receive(peers, source, spare);
        return spare;
    }

    /** Combines a copy of some elements with this result, the lower ranks on the left. */
    void combineCopy(DirectBuffer data, boolean isLower) {
        spare.copyFrom(data);
        combine(spare, isLower);
    }

    /** Combines what has been received last with this result, the lower ranks on the left. */
    void combine(DirectBuffer received, boolean isLower) {
        DirectBuffer result = isLower ? operator.reduce(received, value) : operator.reduce(value, received);
        if (result == received) {
            spare = value;
            value = result;
        } else if (result != value) {
            value.copyFrom(result); // an operator may also return a buffer of its own
        }
    }
}

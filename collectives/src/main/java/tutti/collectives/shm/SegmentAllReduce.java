package tutti.collectives.shm;

import tutti.collectives.AlgorithmTable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.CopyingFold;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * AllReduce of large buffers in memory that all processes share.
 *
 * <p>Each leader copies its contribution, or as much of it as its slot holds, into the slot. What the slots hold is cut
 * into tiles, which the leaders take until none is left; the result of a tile goes into the first slot, from which all
 * copy it in the end. Operands are combined in the order of the {@link BinomialTree}.
 */
public final class SegmentAllReduce {
    private static final int TILE_BYTES = 16 * 1024;

    private final CollectiveCall call;
    private final SharedSegment segment;
    private final Peers peers;
    private final ReductionObject<DirectBuffer> operator;
    private final DirectBuffer whole;

    private SegmentAllReduce(
            CollectiveCall call,
            SharedSegment segment,
            Peers peers,
            ReductionObject<DirectBuffer> operator,
            DirectBuffer whole) {
        this.call = call;
        this.segment = segment;
        this.peers = peers;
        this.operator = operator;
        this.whole = whole;
    }

    /**
     * Reduces, if the leaders share memory.
     *
     * @param isChosen whether a table chooses this algorithm for a buffer of the caller's length. If not, the leaders
     *     only meet in the memory, where some may be whose buffers have another length
     * @return false if the leaders have to use another algorithm
     */
    public static boolean run(
            CollectiveCall call,
            Peers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            boolean isChosen) {
        if (!isChosen || !fitsSlots(operator, own)) {
            SharedSegments.meet(call, own, null);
            return false;
        }
        Outcome outcome = Outcome.CLOSED;
        while (outcome == Outcome.CLOSED) { // before this call: there is another memory now
            SharedSegment segment = SharedSegments.of(call);
            outcome = segment == null ? Outcome.NOT_DONE : tryIn(segment, call, peers, own, target, operator);
        }
        return outcome == Outcome.DONE;
    }

    /** Returns whether a value, which is never cut, fits a slot. */
    private static boolean fitsSlots(ReductionObject<DirectBuffer> operator, DirectBuffer own) {
        return (long) Elementwise.unitOf(operator) * own.type().elementBytes() <= SegmentSlots.bytesFor(own);
    }

    private enum Outcome {
        DONE,
        NOT_DONE,
        CLOSED
    }

    private static Outcome tryIn(
            SharedSegment segment,
            CollectiveCall call,
            Peers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        SharedSegment.Slots slots = segment.slotsFor(call, own);
        if (slots != SharedSegment.Slots.READY) {
            return slots == SharedSegment.Slots.NONE ? Outcome.NOT_DONE : Outcome.CLOSED;
        }
        call.usesAnyway(AlgorithmTable.SHARED);
        return run(call, segment, peers, own, target, operator) ? Outcome.DONE : Outcome.CLOSED;
    }

    /**
     * Writes the result into the target of every leader, the caller's among them; returns false if the memory was
     * closed before.
     */
    private static boolean run(
            CollectiveCall call,
            SharedSegment segment,
            Peers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        long perStep = Elementwise.wholeValues(
                operator, SegmentSlots.bytesFor(own) / own.type().elementBytes());
        long steps = Math.max(1, Math.ceilDiv(own.length(), perStep));
        boolean isInTheWay = steps > 1 && own.overlaps(target) && !own.isSameMemory(target);
        DirectBuffer operand = isInTheWay ? Scratch.copyOf(own) : own;
        SegmentAllReduce fold = new SegmentAllReduce(call, segment, peers, operator, own);
        return segment.run(call, own, steps, new SegmentWork() {
            @Override
            public void put(long number) {
                DirectBuffer piece = piece(operand, number, perStep);
                segment.ownSlot(own, piece.length()).copyFrom(piece);
            }

            @Override
            public void take(long number) {
                fold.into(piece(target, number, perStep));
            }
        });
    }

    private static DirectBuffer piece(DirectBuffer whole, long number, long perStep) {
        long from = number * perStep;
        return whole.slice(from, Math.min(perStep, whole.length() - from));
    }

    private void into(DirectBuffer target) {
        long length = target.length();
        SharedSegment.SlotsOfStep slots = segment.slots(whole);
        DirectBuffer result = slots.of(0, length);
        long perTile =
                Elementwise.wholeValues(operator, TILE_BYTES / whole.type().elementBytes());
        segment.share(call, Math.ceilDiv(length, perTile), tile -> {
            long from = tile * perTile;
            fold(slots, from, result.slice(from, Math.min(perTile, length - from)));
        });
        target.copyFrom(result);
    }

    /** Writes the fold of some elements of all slots into the same part of the first slot. */
    private void fold(SharedSegment.SlotsOfStep slots, long from, DirectBuffer into) {
        CopyingFold.run(
                peers,
                process -> slots.of(process, from + into.length()).slice(from, into.length()),
                segment.processes(),
                operator,
                into);
    }
}

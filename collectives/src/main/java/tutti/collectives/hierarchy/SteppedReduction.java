package tutti.collectives.hierarchy;

import java.util.function.IntFunction;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.CopyingFold;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.shm.MemberSlot;
import tutti.collectives.shm.SegmentSteps;
import tutti.serialization.DirectBuffer;

/**
 * A member's part of a reduceScatter in {@link SteppedExchange steps}: each writes the same part of all blocks, and
 * combines what is of its own block.
 *
 * <p>It does so in the order of {@link tutti.collectives.algorithm.BinomialTree}. The operator must combine element by
 * element.
 */
final class SteppedReduction implements SteppedExchange.Part {
    private final CollectiveCall call;
    private final Peers peers;
    private final DirectBuffer own;
    private final Blocks blocks;
    private final DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;
    private final long longest; // of the blocks
    private long perStep; // of each block

    /**
     * Prepares.
     *
     * @param blocks of {@code own}, with counts that are the same at all members
     */
    SteppedReduction(
            CollectiveCall call,
            Peers peers,
            DirectBuffer own,
            Blocks blocks,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        this.call = call;
        this.peers = peers;
        this.own = BlockViews.of(blocks, own, call.rank()).isSameMemory(target) ? own : Scratch.apart(own, target);
        this.blocks = blocks;
        longest = BlockViews.longest(blocks);
        this.target = target;
        this.operator = operator;
    }

    /** Returns whether members may have slots, and these hold a value of each block; the same at all members. */
    static boolean mayBeUsedIn(CollectiveCall call, DirectBuffer own, ReductionObject<DirectBuffer> operator) {
        return SegmentSteps.mayBeUsedIn(call)
                && (long) Elementwise.unitOf(operator)
                                * own.type().elementBytes()
                                * call.endpoint().size()
                        <= SegmentSteps.slotBytes(call);
    }

    @Override
    public long steps() {
        return Math.ceilDiv(longest, perStep);
    }

    @Override
    public void put(long step, MemberSlot slot) {
        perStep = Elementwise.wholeValues(operator, (int) (slot.data().length() / blocks.size()));
        for (int rank = 0; rank < blocks.size(); rank++) {
            slot.setWord(rank, blocks.count(rank));
            if (rank != call.rank()) {
                DirectBuffer piece = SteppedExchange.piece(BlockViews.of(blocks, own, rank), step, perStep);
                slot.data().slice(rank * perStep, piece.length()).copyFrom(piece);
            }
        }
    }

    @Override
    public void take(long step, IntFunction<MemberSlot> slots) {
        if (step == 0) {
            requireLengths(slots);
        }
        DirectBuffer into = SteppedExchange.piece(target, step, perStep);
        DirectBuffer mine = SteppedExchange.piece(BlockViews.of(blocks, own, call.rank()), step, perStep);
        CopyingFold.run(
                peers,
                rank -> rank == call.rank()
                        ? mine
                        : slots.apply(rank).data().slice(call.rank() * perStep, into.length()),
                blocks.size(),
                operator,
                into);
    }

    /** Requires that this member's block is as long at all; if each member's is, all take as many steps. */
    private void requireLengths(IntFunction<MemberSlot> slots) {
        for (int source = 0; source < blocks.size(); source++) {
            long length = slots.apply(source).word(call.rank());
            if (length != target.length()) {
                throw call.unlike(source, own.type(), length, target);
            }
        }
    }
}

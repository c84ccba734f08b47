package tutti.collectives.hierarchy;

import java.util.function.IntFunction;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.shm.MemberSlot;
import tutti.serialization.DirectBuffer;

/** A member's part of an allGather in {@link SteppedExchange steps}: each writes what it has, and reads all others. */
public final class SteppedGather implements SteppedExchange.Part {
    private final CollectiveCall call;
    private final DirectBuffer own;
    private final DirectBuffer target;
    private final Blocks blocks;
    private final long longest; // of the blocks
    private long perStep;

    /**
     * Prepares.
     *
     * @param blocks of the target, with counts that are the same at all members
     */
    public SteppedGather(CollectiveCall call, DirectBuffer own, DirectBuffer target, Blocks blocks) {
        this.call = call;
        DirectBuffer place = BlockViews.of(blocks, target, call.rank());
        this.own = own.isSameMemory(place) ? own : Scratch.apart(own, target);
        this.target = target;
        this.blocks = blocks;
        longest = BlockViews.longest(blocks);
    }

    @Override
    public long steps() {
        return Math.ceilDiv(longest, perStep);
    }

    @Override
    public void put(long step, MemberSlot slot) {
        perStep = slot.data().length();
        slot.setWord(0, own.length());
        DirectBuffer piece = SteppedExchange.piece(own, step, perStep);
        slot.data().slice(0, piece.length()).copyFrom(piece);
    }

    @Override
    public void take(long step, IntFunction<MemberSlot> slots) {
        if (step == 0) {
            requireLengths(slots);
            BlockViews.of(blocks, target, call.rank()).copyFrom(own);
        }
        for (int distance = 1; distance < blocks.size(); distance++) {
            int source = (call.rank() + distance) % blocks.size();
            DirectBuffer piece = SteppedExchange.piece(BlockViews.of(blocks, target, source), step, perStep);
            piece.copyFrom(slots.apply(source).data().slice(0, piece.length()));
        }
    }

    /** Requires that contributions are as long as expected; if they are at all members, all take as many steps. */
    private void requireLengths(IntFunction<MemberSlot> slots) {
        for (int source = 0; source < blocks.size(); source++) {
            long length = slots.apply(source).word(0);
            if (length != blocks.count(source)) {
                throw call.unlike(source, own.type(), length, BlockViews.of(blocks, target, source));
            }
        }
    }
}

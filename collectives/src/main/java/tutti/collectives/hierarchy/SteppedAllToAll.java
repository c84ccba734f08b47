package tutti.collectives.hierarchy;

import java.util.function.IntFunction;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.shm.MemberSlot;
import tutti.serialization.DirectBuffer;

/**
 * A member's part of an allToAll in {@link SteppedExchange steps}: each writes its blocks, one behind the other, and
 * reads the blocks that are for it.
 *
 * <p>The block for the next rank comes first, that for the rank before last. So in each step all members read about as
 * much if blocks are as long. The words of a slot say where the block for each rank begins; that of the writer's own
 * rank, where the last one ends.
 */
public final class SteppedAllToAll implements SteppedExchange.Part {
    private final CollectiveCall call;
    private final DirectBuffer data;
    private final Blocks dataBlocks;
    private final DirectBuffer target;
    private final Blocks targetBlocks;
    private final int size;
    private final long[] starts; // as the words of the own slot
    private final long[] theirs; // where the block from a rank begins
    private long longest; // of what a member writes
    private long perStep;

    /**
     * Prepares.
     *
     * @param data apart from the target
     */
    public SteppedAllToAll(
            CollectiveCall call, DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        this.call = call;
        this.data = data;
        this.dataBlocks = dataBlocks;
        this.target = target;
        this.targetBlocks = targetBlocks;
        size = dataBlocks.size();
        starts = new long[size];
        theirs = new long[size];
        long end = 0;
        for (int distance = 1; distance < size; distance++) {
            int rank = at(distance);
            starts[rank] = end;
            end += dataBlocks.count(rank);
        }
        starts[call.rank()] = end;
    }

    private int at(int distance) {
        return Math.floorMod(call.rank() + distance, size);
    }

    @Override
    public long steps() {
        return Math.ceilDiv(longest, perStep);
    }

    @Override
    public void put(long step, MemberSlot slot) {
        perStep = slot.data().length();
        for (int rank = 0; step == 0 && rank < size; rank++) {
            slot.setWord(rank, starts[rank]);
        }
        for (int distance = 1; distance < size; distance++) {
            int destination = at(distance);
            DirectBuffer block = BlockViews.of(dataBlocks, data, destination);
            long at = starts[destination] - step * perStep; // of the block in the slot
            long from = first(at, block);
            long until = end(at, block);
            if (from < until) {
                slot.data().slice(at + from, until - from).copyFrom(block.slice(from, until - from));
            }
        }
    }

    @Override
    public void take(long step, IntFunction<MemberSlot> slots) {
        if (step == 0) {
            readStarts(slots);
            BlockViews.of(targetBlocks, target, call.rank()).copyFrom(BlockViews.of(dataBlocks, data, call.rank()));
        }
        for (int distance = 1; distance < size; distance++) {
            int source = at(-distance);
            DirectBuffer block = BlockViews.of(targetBlocks, target, source);
            long at = theirs[source] - step * perStep;
            long from = first(at, block);
            long until = end(at, block);
            if (from < until) {
                DirectBuffer sent = slots.apply(source).data().slice(at + from, until - from);
                block.slice(from, until - from).copyFrom(sent);
            }
        }
    }

    /** Returns the first element of a block that lies in a slot or behind it. */
    private static long first(long at, DirectBuffer block) {
        return Math.clamp(-at, 0, block.length());
    }

    /** Returns the first element of a block that lies behind a slot. */
    private long end(long at, DirectBuffer block) {
        return Math.clamp(perStep - at, 0, block.length());
    }

    /** Reads where the blocks for this member begin; all are compared before one is copied. */
    private void readStarts(IntFunction<MemberSlot> slots) {
        longest = starts[call.rank()];
        for (int distance = 1; distance < size; distance++) {
            int source = at(-distance);
            MemberSlot slot = slots.apply(source);
            theirs[source] = slot.word(call.rank());
            longest = Math.max(longest, slot.word(source));
            long count = slot.word(at(1)) - theirs[source]; // if the next rank is the source, its word is the end
            if (count != targetBlocks.count(source)) {
                throw call.unlike(source, data.type(), count, BlockViews.of(targetBlocks, target, source));
            }
        }
    }
}

package tutti.collectives.operation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.CopyingFold;
import tutti.collectives.algorithm.PairwiseReduceScatter;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.hierarchy.BlockExchange;
import tutti.collectives.hierarchy.SegmentReduction;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.shm.SharedSegments;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Writes the reduction of a member's block of all buffers into its target. */
public final class BlockReduceScatter extends Collective<@Nullable Void> {
    private final DirectBuffer own;
    private final Blocks blocks;
    private final DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;

    /**
     * Makes a call.
     *
     * @param blocks of {@code own}, the same at all members
     */
    public BlockReduceScatter(
            DirectBuffer own, Blocks blocks, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        super(Operation.REDUCE_SCATTER_BLOCKS);
        this.own = own;
        this.blocks = blocks;
        this.target = target;
        this.operator = operator;
    }

    @Override
    int operator() {
        return CallCheck.codeOf(operator);
    }

    @Override
    long bufferBytes() {
        return own.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(operator)
                + CallCheck.describe(own.type())
                + " counts=" + Arrays.toString(BlockViews.counts(blocks));
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkBlocks(BufferArguments.SEND_BUFFER, own, blocks, size);
        BufferArguments.checkOwnBlock(
                BufferArguments.RECEIVE_BUFFER,
                BufferArguments.writable(target),
                BufferArguments.SEND_BUFFER,
                own,
                blocks,
                rank);
        BufferArguments.checkWhole(operator, own, blocks);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        if (!(operator instanceof Elementwise) || invocation.peers().size() == 1 || !isDoneInMemory(invocation)) {
            PairwiseReduceScatter.run(invocation.peers(), own, blocks, target, operator);
        }
        return null;
    }

    /** Does it in memory; returns false if the members have to exchange messages. */
    private boolean isDoneInMemory(Invocation invocation) {
        CollectiveCall call = invocation.call();
        if (invocation.locality().isWholeGroup()) {
            BlockExchange.Combination combination =
                    (parts, count, place) -> CopyingFold.run(invocation.peers(), parts, count, operator, place);
            new BlockExchange(call, Scratch.apart(own, target), blocks, target, combination).run();
            return true;
        }
        return invocation.locality().isRegular()
                && SharedSegments.mayBeUsedIn(call)
                && new SegmentReduction(call, invocation.peers(), operator).runBlocks(own, blocks, target);
    }
}

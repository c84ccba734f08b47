package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.RingBufferAllGather;
import tutti.collectives.hierarchy.SteppedExchange;
import tutti.collectives.hierarchy.SteppedGather;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills the blocks of every member's target with every member's contribution; lengths may differ. */
public final class BlockAllGather extends Collective<@Nullable Void> {
    private final DirectBuffer own;
    private final DirectBuffer target;
    private final Blocks blocks;

    public BlockAllGather(DirectBuffer own, DirectBuffer target, Blocks blocks) {
        super(Operation.ALL_GATHER_BLOCKS);
        this.own = own;
        this.target = target;
        this.blocks = blocks;
    }

    @Override
    long bufferBytes() {
        return target.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(own.type());
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkReceiveBlocks(target, blocks, size);
        BufferArguments.checkOwnBlock(
                BufferArguments.SEND_BUFFER, own, BufferArguments.RECEIVE_BUFFER, target, blocks, rank);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        CollectiveCall call = invocation.call();
        boolean isDone = blocks.size() > 1
                && SteppedExchange.runBlocks(call, own, () -> new SteppedGather(call, own, target, blocks));
        if (!isDone) {
            RingBufferAllGather.run(invocation.peers(), own, target, blocks);
        }
        return null;
    }
}

package tutti.collectives.operation;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.algorithm.PairwiseBufferAllToAll;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.hierarchy.BlockExchange;
import tutti.collectives.hierarchy.SteppedAllToAll;
import tutti.collectives.hierarchy.SteppedExchange;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills the blocks of every member's target with its block of every member's buffer; lengths may differ. */
public final class BlockAllToAll extends Collective<@Nullable Void> {
    private final DirectBuffer data;
    private final Blocks dataBlocks;
    private final DirectBuffer target;
    private final Blocks targetBlocks;

    public BlockAllToAll(DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        super(Operation.ALL_TO_ALL_BLOCKS);
        this.data = data;
        this.dataBlocks = dataBlocks;
        this.target = target;
        this.targetBlocks = targetBlocks;
    }

    @Override
    long bufferBytes() {
        return data.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(data.type());
    }

    @Override
    Edges edges() {
        int[] all = IntStream.range(0, dataBlocks.size()).toArray();
        return Edges.of(Neighbors.of(all, all), dataBlocks::count, targetBlocks::count);
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkBlocks(BufferArguments.SEND_BUFFER, data, dataBlocks, size);
        BufferArguments.checkReceiveBlocks(target, targetBlocks, size);
        BufferArguments.checkOwnBlock(
                "block of the receive buffer",
                BlockViews.of(targetBlocks, target, rank),
                BufferArguments.SEND_BUFFER,
                data,
                dataBlocks,
                rank);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        DirectBuffer own = Scratch.apart(data, target);
        if (dataBlocks.size() > 1 && invocation.locality().isWholeGroup()) {
            new BlockExchange(invocation.call(), own, dataBlocks, target, targetBlocks).run();
        } else if (dataBlocks.size() == 1 || !isDoneInMemory(invocation.call(), own)) {
            PairwiseBufferAllToAll.run(invocation.peers(), own, dataBlocks, target, targetBlocks);
        }
        return null;
    }

    /** Does it in memory that processes share; returns false if the members have to exchange messages. */
    private boolean isDoneInMemory(CollectiveCall call, DirectBuffer own) {
        return SteppedExchange.runBlocks(
                call, own, () -> new SteppedAllToAll(call, own, dataBlocks, target, targetBlocks));
    }
}

package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.LinearBufferGather;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills the blocks of the root's target with every member's contribution; lengths may differ. */
public final class BlockGather extends Collective<@Nullable Void> {
    private final DirectBuffer own;
    private final @Nullable DirectBuffer target;
    private final @Nullable Blocks blocks;

    public BlockGather(DirectBuffer own, @Nullable DirectBuffer target, @Nullable Blocks blocks, int root) {
        super(Operation.GATHER_BLOCKS, root);
        this.own = own;
        this.target = target;
        this.blocks = blocks;
    }

    @Override
    long bufferBytes() {
        return own.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(own.type());
    }

    @Override
    public void check(int rank, int size) {
        if (rank == root()) {
            DirectBuffer whole = BufferArguments.required(target, BufferArguments.RECEIVE_BUFFER);
            Blocks known = BufferArguments.required(blocks, "blocks");
            BufferArguments.checkReceiveBlocks(whole, known, size);
            BufferArguments.checkOwnBlock(
                    BufferArguments.SEND_BUFFER, own, BufferArguments.RECEIVE_BUFFER, whole, known, rank);
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        LinearBufferGather.run(invocation.peers(), own, target, blocks, root());
        return null;
    }
}

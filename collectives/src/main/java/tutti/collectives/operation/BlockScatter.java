package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.LinearBufferScatter;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills every member's target with its block of the root's buffer; lengths may differ. */
public final class BlockScatter extends Collective<@Nullable Void> {
    private final @Nullable DirectBuffer data;
    private final @Nullable Blocks blocks;
    private final DirectBuffer target;

    public BlockScatter(@Nullable DirectBuffer data, @Nullable Blocks blocks, DirectBuffer target, int root) {
        super(Operation.SCATTER_BLOCKS, root);
        this.data = data;
        this.blocks = blocks;
        this.target = target;
    }

    @Override
    long bufferBytes() {
        return target.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(target.type());
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.writable(target);
        if (rank == root()) {
            DirectBuffer whole = BufferArguments.required(data, BufferArguments.SEND_BUFFER);
            Blocks known = BufferArguments.required(blocks, "blocks");
            BufferArguments.checkBlocks(BufferArguments.SEND_BUFFER, whole, known, size);
            BufferArguments.checkOwnBlock(
                    BufferArguments.RECEIVE_BUFFER, target, BufferArguments.SEND_BUFFER, whole, known, rank);
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        LinearBufferScatter.run(invocation.peers(), data, blocks, target, root());
        return null;
    }
}

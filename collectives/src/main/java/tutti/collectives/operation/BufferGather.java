package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BinomialBufferGather;
import tutti.collectives.algorithm.LinearBufferGather;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills the root's target with every member's equal contribution. */
public final class BufferGather extends Collective<@Nullable Void> {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.GATHER_BUFFERS)
            .with("binomial", BinomialBufferGather::run)
            .with("linear", LinearBufferGather::run);

    private final DirectBuffer own;
    private final @Nullable DirectBuffer target;

    public BufferGather(DirectBuffer own, @Nullable DirectBuffer target, int root) {
        super(Operation.GATHER_BUFFERS, root);
        this.own = own;
        this.target = target;
    }

    /** Fills the root's target with equal blocks. */
    @FunctionalInterface
    interface Algorithm {
        void run(Peers peers, DirectBuffer own, @Nullable DirectBuffer target, int root);
    }

    @Override
    long bufferBytes() {
        return own.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(own);
    }

    @Override
    public void check(int rank, int size) {
        if (rank == root()) {
            BufferArguments.checkEqualBlocks(
                    BufferArguments.RECEIVE_BUFFER,
                    BufferArguments.writable(BufferArguments.required(target, BufferArguments.RECEIVE_BUFFER)),
                    BufferArguments.SEND_BUFFER,
                    own,
                    size);
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        invocation
                .choose(ALGORITHMS, invocation.peers().size(), own.lengthBytes())
                .run(invocation.peers(), own, target, root());
        return null;
    }
}

package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BinomialBufferScatter;
import tutti.collectives.algorithm.LinearBufferScatter;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills every member's target with its equal block of the root's buffer. */
public final class BufferScatter extends Collective<@Nullable Void> {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.SCATTER_BUFFERS)
            .with("binomial", BinomialBufferScatter::run)
            .with("linear", LinearBufferScatter::run);

    private final @Nullable DirectBuffer data;
    private final DirectBuffer target;

    public BufferScatter(@Nullable DirectBuffer data, DirectBuffer target, int root) {
        super(Operation.SCATTER_BUFFERS, root);
        this.data = data;
        this.target = target;
    }

    /** Fills every target with its equal block of the root's buffer. */
    @FunctionalInterface
    interface Algorithm {
        void run(Peers peers, @Nullable DirectBuffer data, DirectBuffer target, int root);
    }

    @Override
    long bufferBytes() {
        return target.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(target);
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.writable(target);
        if (rank == root()) {
            BufferArguments.checkEqualBlocks(
                    BufferArguments.SEND_BUFFER,
                    BufferArguments.required(data, BufferArguments.SEND_BUFFER),
                    BufferArguments.RECEIVE_BUFFER,
                    target,
                    size);
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        invocation
                .choose(ALGORITHMS, invocation.peers().size(), target.lengthBytes())
                .run(invocation.peers(), data, target, root());
        return null;
    }
}

package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BinomialBufferBroadcast;
import tutti.collectives.algorithm.ChainBufferBroadcast;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.ScatterRingBroadcast;
import tutti.collectives.hierarchy.BufferDelivery;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills every member's buffer with the root's elements. */
public final class BufferBroadcast extends Collective<@Nullable Void> {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.BROADCAST_BUFFERS)
            .with("binomial", BinomialBufferBroadcast::run)
            .with("chain", ChainBufferBroadcast::run)
            .with("scatter-ring", ScatterRingBroadcast::run);

    private final DirectBuffer data;

    public BufferBroadcast(DirectBuffer data, int root) {
        super(Operation.BROADCAST_BUFFERS, root);
        this.data = data;
    }

    /** Fills all buffers with the root's elements. */
    @FunctionalInterface
    interface Algorithm {
        void run(Peers peers, DirectBuffer data, int root);
    }

    @Override
    long bufferBytes() {
        return data.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(data);
    }

    @Override
    public void check(int rank, int size) {
        if (rank != root()) {
            data.requireWritable("data");
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        Algorithm algorithm =
                invocation.choose(ALGORITHMS, invocation.locality().processes(), data.lengthBytes());
        int rootProcess = invocation.locality().processOf(root());
        return Hierarchy.runDown(
                invocation.call(),
                root(),
                data,
                place -> {
                    algorithm.run(invocation.leaders(root()), data, rootProcess);
                    return data;
                },
                BufferDelivery.ofRoot(invocation.call(), data, root()));
    }
}

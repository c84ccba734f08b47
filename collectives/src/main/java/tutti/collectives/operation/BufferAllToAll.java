package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BruckBufferAllToAll;
import tutti.collectives.algorithm.PairwiseBufferAllToAll;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills every member's target with its equal block of every member's buffer. */
public final class BufferAllToAll extends Collective<@Nullable Void> {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.ALL_TO_ALL_BUFFERS)
            .with("bruck", BruckBufferAllToAll::run)
            .with("pairwise", PairwiseBufferAllToAll::run);

    private final DirectBuffer data;
    private final DirectBuffer target;

    public BufferAllToAll(DirectBuffer data, DirectBuffer target) {
        super(Operation.ALL_TO_ALL_BUFFERS);
        this.data = data;
        this.target = target;
    }

    /** Fills every target with its equal block of every buffer. */
    @FunctionalInterface
    interface Algorithm {
        void run(Peers peers, DirectBuffer data, DirectBuffer target);
    }

    @Override
    String details() {
        return CallCheck.describe(data);
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkAlike(data, target);
        if (data.length() % size != 0) {
            throw new IllegalArgumentException(
                    "buffers must hold one equal block for each member: send buffer=%s members=%d; pass Blocks for unequal ones"
                            .formatted(data.shape(), size));
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        int size = invocation.peers().size();
        invocation
                .choose(ALGORITHMS, size, data.lengthBytes() / size)
                .run(invocation.peers(), Scratch.apart(data, target), target);
        return null;
    }
}

package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.BruckBufferAllToAll;
import tutti.collectives.algorithm.PairwiseBufferAllToAll;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.hierarchy.BufferExchange;
import tutti.collectives.hierarchy.SteppedAllToAll;
import tutti.collectives.local.CollectiveCall;
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
    long bufferBytes() {
        return data.lengthBytes();
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
        DirectBuffer own = Scratch.apart(data, target);
        if (size == 1 || !meet(invocation, own)) {
            invocation.choose(ALGORITHMS, size, data.lengthBytes() / size).run(invocation.peers(), own, target);
        }
        return null;
    }

    /** Does it in memory; returns false if the members have to exchange messages. */
    private boolean meet(Invocation invocation, DirectBuffer own) {
        CollectiveCall call = invocation.call();
        String name = operation().tableName();
        boolean isHere = invocation.locality().isWholeGroup();
        if (!isHere && !(invocation.table().mayBeShared(name) && BufferExchange.mayBeSharedIn(call))) {
            return false;
        }
        int size = invocation.peers().size();
        long block = own.length() / size;
        BufferExchange exchange = new BufferExchange(call, own, target, (rank, place, all) -> {
            for (int source = 0; source < size; source++) {
                place.slice(source * block, block).copyFrom(all.apply(source).slice(rank * block, block));
            }
        });
        if (isHere) {
            exchange.runHere(size * own.lengthBytes());
            return true;
        }
        return exchange.runShared(invocation.table().isShared(name, size, own.lengthBytes() / size), () -> {
            Blocks blocks = BlockViews.equal(block, size);
            return new SteppedAllToAll(call, own, blocks, target, blocks);
        });
    }
}

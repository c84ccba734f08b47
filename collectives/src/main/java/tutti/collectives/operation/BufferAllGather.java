package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BruckBufferAllGather;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.RingBufferAllGather;
import tutti.collectives.hierarchy.BufferCollection;
import tutti.collectives.hierarchy.BufferDelivery;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.local.Locality;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills every member's target with every member's equal contribution. */
public final class BufferAllGather extends Collective<@Nullable Void> {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.ALL_GATHER_BUFFERS)
            .with("bruck", BruckBufferAllGather::run)
            .with("ring", RingBufferAllGather::run);

    private final DirectBuffer own;
    private final DirectBuffer target;

    public BufferAllGather(DirectBuffer own, DirectBuffer target) {
        super(Operation.ALL_GATHER_BUFFERS);
        this.own = own;
        this.target = target;
    }

    /** Fills every target with equal blocks of all. */
    @FunctionalInterface
    interface Algorithm {
        void run(Peers peers, DirectBuffer own, DirectBuffer target);
    }

    @Override
    String details() {
        return CallCheck.describe(own);
    }

    @Override
    void check(int rank, int size) {
        BufferArguments.checkEqualBlocks(
                BufferArguments.RECEIVE_BUFFER,
                BufferArguments.writable(target),
                BufferArguments.SEND_BUFFER,
                own,
                size);
    }

    @Override
    @Nullable
    Void run(Context context) {
        Locality locality = context.locality();
        if (locality.isEven() && context.peers().size() > 1) {
            Algorithm algorithm =
                    context.choose(ALGORITHMS, locality.processes(), own.lengthBytes() * locality.count());
            Hierarchy.run(
                    context.call(),
                    BufferCollection.of(context.call(), own, target),
                    blocks -> {
                        algorithm.run(context.leaders(), blocks, target);
                        return target;
                    },
                    BufferDelivery.ofResult(context.call(), own, target, false));
        } else {
            context.choose(ALGORITHMS, context.peers().size(), own.lengthBytes())
                    .run(context.peers(), own, target);
        }
        return null;
    }
}

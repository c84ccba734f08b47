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
    Void run(Invocation invocation) {
        Locality locality = invocation.locality();
        if (locality.isEven() && invocation.peers().size() > 1) {
            Algorithm algorithm =
                    invocation.choose(ALGORITHMS, locality.processes(), own.lengthBytes() * locality.count());
            Hierarchy.run(
                    invocation.call(),
                    BufferCollection.of(invocation.call(), own, target),
                    blocks -> {
                        algorithm.run(invocation.leaders(), blocks, target);
                        return target;
                    },
                    BufferDelivery.ofResult(invocation.call(), own, target, false));
        } else {
            invocation
                    .choose(ALGORITHMS, invocation.peers().size(), own.lengthBytes())
                    .run(invocation.peers(), own, target);
        }
        return null;
    }
}

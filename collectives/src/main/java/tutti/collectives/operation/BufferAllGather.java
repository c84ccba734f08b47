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
public sealed class BufferAllGather extends Collective<@Nullable Void> permits MakeGroups {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.ALL_GATHER_BUFFERS)
            .with("bruck", BruckBufferAllGather::run)
            .with("ring", RingBufferAllGather::run);

    private final DirectBuffer own;
    private final DirectBuffer target;

    public BufferAllGather(DirectBuffer own, DirectBuffer target) {
        this(Operation.ALL_GATHER_BUFFERS, own, target);
    }

    BufferAllGather(Operation operation, DirectBuffer own, DirectBuffer target) {
        super(operation);
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
    public void check(int rank, int size) {
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
            Algorithm algorithm = choose(invocation, locality.processes(), own.lengthBytes() * locality.count());
            Hierarchy.run(
                    invocation.call(),
                    BufferCollection.of(invocation.call(), own, target),
                    blocks -> {
                        algorithm.run(invocation.leaders(), blocks, target);
                        return target;
                    },
                    BufferDelivery.ofResult(invocation.call(), own, target, false));
        } else {
            choose(invocation, invocation.peers().size(), own.lengthBytes()).run(invocation.peers(), own, target);
        }
        return null;
    }

    Algorithm choose(Invocation invocation, int members, long bytes) {
        return invocation.choose(ALGORITHMS, members, bytes);
    }
}

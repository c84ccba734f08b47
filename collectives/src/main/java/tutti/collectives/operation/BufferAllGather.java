package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.BruckBufferAllGather;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.RingBufferAllGather;
import tutti.collectives.hierarchy.BufferCollection;
import tutti.collectives.hierarchy.BufferDelivery;
import tutti.collectives.hierarchy.BufferExchange;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.SteppedExchange;
import tutti.collectives.hierarchy.SteppedGather;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.shm.SharedSegments;
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
    long bufferBytes() {
        return target.lengthBytes();
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
        int size = invocation.peers().size();
        boolean isEven = locality.isEven() && size > 1;
        boolean mayMeet = size > 1
                && invocation.table().mayBeShared(operation().tableName())
                && BufferExchange.mayBeSharedIn(invocation.call());
        boolean isShared = mayMeet && isShared(invocation);
        if (isShared || (mayMeet && !isEven)) {
            BufferExchange exchange = new BufferExchange(invocation.call(), own, target, (rank, place, all) -> {
                for (int source = 0; source < size; source++) {
                    place.slice(source * own.length(), own.length()).copyFrom(all.apply(source));
                }
            });
            if (!exchange.runShared(isShared, () -> inSteps(invocation.call(), size))) {
                choose(invocation, size, own.lengthBytes()).run(invocation.peers(), own, target);
            }
        } else if (isEven) {
            Algorithm algorithm = choose(invocation, locality.processes(), own.lengthBytes() * locality.count());
            Hierarchy.run(
                    invocation.call(),
                    BufferCollection.of(invocation.call(), own, target),
                    blocks -> {
                        if (mayMeet) { // others may be there whose buffers have another length
                            SharedSegments.meet(invocation.call(), own, null);
                        }
                        algorithm.run(invocation.leaders(), blocks, target);
                        return target;
                    },
                    BufferDelivery.ofResult(invocation.call(), own, target, false));
        } else {
            choose(invocation, size, own.lengthBytes()).run(invocation.peers(), own, target);
        }
        return null;
    }

    private SteppedExchange.Part inSteps(CollectiveCall call, int size) {
        return new SteppedGather(call, own, target, BlockViews.equal(own.length(), size));
    }

    /** Returns whether all members exchange what they have in memory that processes share. */
    private boolean isShared(Invocation invocation) {
        int size = invocation.peers().size();
        return BufferExchange.haveSlots(invocation.call(), own.lengthBytes())
                && invocation.table().isShared(operation().tableName(), size, own.lengthBytes());
    }

    Algorithm choose(Invocation invocation, int members, long bytes) {
        return invocation.choose(ALGORITHMS, members, bytes);
    }
}

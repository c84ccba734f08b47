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
import tutti.collectives.hierarchy.SteppedGather;
import tutti.collectives.local.Locality;
import tutti.collectives.shm.SegmentGather;
import tutti.collectives.shm.SegmentSteps;
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
        boolean isEven = locality.isEven() && invocation.peers().size() > 1;
        boolean mayMeet = isEven
                && invocation.table().mayBeShared(operation().tableName())
                && SharedSegments.mayBeUsedIn(invocation.call());
        if (mayMeet && isShared(invocation)) {
            BufferExchange exchange = new BufferExchange(invocation.call(), own, target, (rank, place, all) -> {
                for (int source = 0; source < invocation.peers().size(); source++) {
                    place.slice(source * own.length(), own.length()).copyFrom(all.apply(source));
                }
            });
            if (!exchange.runShared(
                    true,
                    () -> new SteppedGather(
                            invocation.call(),
                            own,
                            target,
                            BlockViews.equal(own.length(), invocation.peers().size())))) {
                choose(invocation, invocation.peers().size(), own.lengthBytes()).run(invocation.peers(), own, target);
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
            choose(invocation, invocation.peers().size(), own.lengthBytes()).run(invocation.peers(), own, target);
        }
        return null;
    }

    /** Returns whether all members exchange what they have in memory that processes share. */
    private boolean isShared(Invocation invocation) {
        long bytes = own.lengthBytes();
        boolean fits = bytes * invocation.locality().count() <= SegmentGather.MOST_BYTES;
        return (fits || SegmentSteps.mayBeUsedIn(invocation.call()))
                && invocation
                        .table()
                        .isShared(operation().tableName(), invocation.peers().size(), bytes);
    }

    Algorithm choose(Invocation invocation, int members, long bytes) {
        return invocation.choose(ALGORITHMS, members, bytes);
    }
}

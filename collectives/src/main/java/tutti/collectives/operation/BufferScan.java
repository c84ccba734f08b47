package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.DoublingScan;
import tutti.collectives.hierarchy.BufferExchange;
import tutti.collectives.hierarchy.BufferScanInMemory;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.shm.SegmentGather;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Writes the reduction of the contributions of the ranks up to a member's own, or below, into its target. */
public final class BufferScan extends Collective<@Nullable Void> {
    /** Most members of which each leader combines the contributions of all lower ranks for itself. */
    private static final int MOST_IN_SEGMENT = 64;

    private final DirectBuffer own;
    private final DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;

    private BufferScan(
            DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator, Operation operation) {
        super(operation);
        this.own = own;
        this.target = target;
        this.operator = operator;
    }

    /** Makes a scan that takes in the member's own contribution. */
    public static BufferScan inclusive(DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        return new BufferScan(own, target, operator, Operation.SCAN_BUFFERS);
    }

    /** Makes a scan that leaves out the member's own contribution; rank 0's target is not changed. */
    public static BufferScan exclusive(DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        return new BufferScan(own, target, operator, Operation.EXCLUSIVE_SCAN_BUFFERS);
    }

    @Override
    int operator() {
        return CallCheck.codeOf(operator);
    }

    @Override
    String details() {
        return CallCheck.describe(operator, own);
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkAlike(own, target);
        Elementwise.checkWhole(operator, own);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        boolean isExclusive = operation() == Operation.EXCLUSIVE_SCAN_BUFFERS;
        boolean mayMeet = invocation.peers().size() > 1 && operator instanceof Elementwise; // the same at all members
        if (!mayMeet || !meet(invocation, isExclusive)) {
            DoublingScan.run(invocation.peers(), own, target, operator, isExclusive);
        }
        return null;
    }

    /** Does it in memory; returns false if the members have to exchange messages. */
    private boolean meet(Invocation invocation, boolean isExclusive) {
        CallPeers peers = invocation.peers();
        int size = peers.size();
        if (invocation.locality().isWholeGroup()) {
            return BufferScanInMemory.run(invocation.call(), peers, own, target, operator, isExclusive);
        }
        if (!invocation.locality().isEven() || size > MOST_IN_SEGMENT) {
            return false;
        }
        BufferExchange exchange = new BufferExchange(
                invocation.call(),
                own,
                target,
                (rank, place, all) -> DoublingScan.runFor(rank, peers, all, place, operator, isExclusive));
        return exchange.runShared(SegmentGather.hasRoomFor(own.lengthBytes(), invocation.locality()));
    }
}

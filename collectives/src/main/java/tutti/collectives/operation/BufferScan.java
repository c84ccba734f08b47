package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.ChainScan;
import tutti.collectives.algorithm.DoublingScan;
import tutti.collectives.hierarchy.BufferScanInMemory;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Writes the reduction of the contributions of the ranks up to a member's own, or below, into its target. */
public final class BufferScan extends Collective<@Nullable Void> {
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
    long bufferBytes() {
        return own.lengthBytes();
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
        CallPeers peers = invocation.peers();
        boolean mayBeCut = peers.size() > 1 && operator instanceof Elementwise; // the same at all members
        boolean isChain = mayBeCut && ChainScan.isChosen(peers.size(), own);
        invocation.call().usesAnyway(isChain ? "chain" : "doubling");
        if (mayBeCut && invocation.locality().isWholeGroup()) {
            BufferScanInMemory scan = new BufferScanInMemory(invocation.call(), own, target, operator, isExclusive);
            if (isChain) {
                scan.runFromLowestRank();
            } else if (!scan.runByDoubling(peers)) {
                DoublingScan.run(peers, own, target, operator, isExclusive);
            }
        } else if (isChain) {
            ChainScan.run(peers, own, target, operator, isExclusive);
        } else {
            DoublingScan.run(peers, own, target, operator, isExclusive);
        }
        return null;
    }
}

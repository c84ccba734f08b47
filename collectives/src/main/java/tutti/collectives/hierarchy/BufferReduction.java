package tutti.collectives.hierarchy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.BufferFold;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * The members of a process combine buffers straight from each other's memory; the leader holds what they contribute
 * together.
 *
 * <p>All share the work when the last has arrived. For groups that are regular ({@link Locality#isRegular}): a process'
 * result is then one block of the tree.
 */
public final class BufferReduction implements Hierarchy.Collect<DirectBuffer> {
    private final CollectiveCall call;
    private final LocalSync local;
    private final SharedBuffers buffers;
    private final DirectBuffer own;
    private final @Nullable DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;
    private final int leader;
    private final boolean isForAll;

    private BufferReduction(
            CollectiveCall call,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int leader,
            boolean isForAll) {
        this.call = call;
        this.own = own;
        this.target = target;
        this.operator = operator;
        this.leader = leader;
        this.isForAll = isForAll;
        local = call.local();
        buffers = SharedBuffers.of(call);
    }

    /**
     * Reduces for a root, which leads its process; the part of the root's process is the target if all members live
     * there.
     */
    public static Hierarchy.Collect<DirectBuffer> toRoot(
            CollectiveCall call,
            CallPeers peers,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root) {
        Locality locality = call.locality();
        if (locality.count() == 1) {
            return () -> own;
        }
        BufferReduction reduction = new BufferReduction(call, own, target, operator, locality.leader(root), false);
        if (call.isLeader(root)) {
            reduction.buffers.setPart(
                    locality.isWholeGroup() ? Objects.requireNonNull(target) : peers.scratch(Scratch.PART, own));
        }
        return reduction;
    }

    /** Reduces for all: where all members live in one process, into the target of each. */
    public static Hierarchy.Collect<DirectBuffer> forAll(
            CollectiveCall call,
            CallPeers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        Locality locality = call.locality();
        if (locality.count() == 1) {
            return () -> own;
        }
        BufferReduction reduction = new BufferReduction(call, own, target, operator, locality.leader(), true);
        if (!locality.isWholeGroup() && call.isLeader()) {
            reduction.buffers.setPart(peers.scratch(Scratch.PART, own));
        }
        return reduction;
    }

    @Override
    public @Nullable DirectBuffer collect() {
        boolean isLeader = call.rank() == leader;
        if (isForAll) {
            collectForAll();
        } else if (own.lengthBytes() > SharedBuffers.COPIED_BYTES) {
            lend(operand(), null);
            join(SharedBuffers.ALL);
        } else if (isLeader) {
            lend(operand(), null);
            combineAlone();
        } else {
            leaveCopy();
        }
        return isLeader && !(isForAll && call.locality().isWholeGroup()) ? buffers.part() : null;
    }

    private void collectForAll() {
        if (call.locality().isWholeGroup()) {
            lend(operand(), target);
            join(SharedBuffers.ALL);
        } else {
            lend(own, target);
            join(leader);
        }
    }

    private void lend(DirectBuffer operand, @Nullable DirectBuffer wantedAt) {
        buffers.put(call.index(), new Borrow(operand, wantedAt));
    }

    /** Returns the contribution, copied if it lies partly where the result shall go. */
    private DirectBuffer operand() {
        return target == null ? own : Scratch.sameOrApart(own, target);
    }

    private BufferFold fold() {
        return isForAll && call.locality().isWholeGroup()
                ? BufferFold.intoAll(buffers, operator)
                : BufferFold.into(buffers.part(), buffers, operator);
    }

    /** Takes part in the work, after this member has lent its buffers. */
    private void join(int waiting) {
        buffers.join(call, own, this::fold, waiting);
    }

    private void leaveCopy() {
        local.awaitRoom();
        local.retain(own.lengthBytes());
        lend(Scratch.copyOf(own), null);
        if (local.arrive()) {
            if (buffers.firstUnlike(own) >= 0) {
                buffers.tellUnlike(call);
            }
            local.gatheredFor(leader);
        }
    }

    private void combineAlone() {
        if (!local.arrive()) {
            local.awaitGathered();
        } else if (buffers.firstUnlike(own) >= 0) {
            buffers.tellUnlike(call);
        }
        if (buffers.firstUnlike(own) >= 0) {
            local.complete();
            throw buffers.unlike(call, own);
        }
        fold().help();
        local.complete();
    }
}

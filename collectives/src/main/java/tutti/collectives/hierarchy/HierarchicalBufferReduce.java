package tutti.collectives.hierarchy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.BufferFold;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * Reduction of buffers in which the members of a process combine straight from each other's memory, and one of each process
 * exchanges results with the others.
 *
 * <p>A small contribution is left as a copy; a large one is lent, and all members share the work. For groups that
 * are regular ({@link Locality#isRegular}).
 */
public final class HierarchicalBufferReduce {
    private static final int COPIED_BYTES = 16 * 1024;

    private HierarchicalBufferReduce() {}

    /** Writes the result into the root's target. */
    public static void run(
            CollectiveCall call,
            CallPeers peers,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root,
            Exchange between) {
        Locality locality = call.locality();
        Peers leaders = peers.leaders(locality, root);
        if (locality.count() == 1) {
            between.run(leaders, own);
            return;
        }
        SharedBuffers buffers = SharedBuffers.of(call);
        int leader = locality.leader(root);
        boolean leads = call.rank() == leader;
        if (leads) {
            buffers.setPart(
                    locality.isWholeGroup() ? Objects.requireNonNull(target) : peers.scratch(Scratch.PART, own));
        }
        if (own.lengthBytes() > COPIED_BYTES) {
            buffers.put(call.index(), new SharedBuffers.Borrow(operand(own, target), null));
            HierarchicalBufferFold.join(
                    call, buffers, own, () -> BufferFold.into(buffers.part(), buffers, operator), -1);
        } else if (leads) {
            buffers.put(call.index(), new SharedBuffers.Borrow(operand(own, target), null));
            combineAlone(call, buffers, own, operator);
        } else {
            leaveCopy(call, buffers, own, leader);
        }
        if (leads && !locality.isWholeGroup()) {
            between.run(leaders, buffers.part());
        }
    }

    /** Returns a contribution, copied if it lies partly where the result shall go. */
    private static DirectBuffer operand(DirectBuffer own, @Nullable DirectBuffer target) {
        return target == null ? own : SharedBuffers.Borrow.of(own, target).own();
    }

    private static void leaveCopy(CollectiveCall call, SharedBuffers buffers, DirectBuffer own, int leader) {
        call.local().awaitRoom();
        call.local().retain(own.lengthBytes());
        buffers.put(call.index(), new SharedBuffers.Borrow(Scratch.copyOf(own), null));
        if (call.local().arrive()) {
            if (buffers.firstUnlike(own) >= 0) {
                HierarchicalBufferFold.tellUnlike(call, buffers);
            }
            call.local().gatheredFor(leader);
        }
    }

    private static void combineAlone(
            CollectiveCall call, SharedBuffers buffers, DirectBuffer own, ReductionObject<DirectBuffer> operator) {
        if (!call.local().arrive()) {
            call.local().awaitGathered();
        } else if (buffers.firstUnlike(own) >= 0) {
            HierarchicalBufferFold.tellUnlike(call, buffers);
        }
        if (buffers.firstUnlike(own) >= 0) {
            call.local().complete();
            throw buffers.unlike(call, own);
        }
        BufferFold.into(buffers.part(), buffers, operator).help();
        call.local().complete();
    }
}

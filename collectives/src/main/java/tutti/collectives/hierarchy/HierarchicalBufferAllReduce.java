package tutti.collectives.hierarchy;

import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.BufferFold;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * AllReduce of buffers in which the members of a process combine straight from each other's memory, and one of each process
 * exchanges results with the others.
 *
 * <p>For places that are regular ({@link Locality#isRegular}): a process' result is then one block of the tree.
 */
public final class HierarchicalBufferAllReduce {
    private static final int SMALL_BYTES = 16 * 1024;
    private static final Object DONE = new Object();

    private HierarchicalBufferAllReduce() {}

    /** Writes the result into the target of every member, the caller's among them. */
    public static void run(
            CollectiveCall call,
            CallPeers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            Exchange between) {
        Locality locality = call.locality();
        if (locality.count() == 1) {
            between.run(peers.leaders(locality), own);
        } else if (locality.isWholeGroup()) {
            SharedBuffers buffers = SharedBuffers.of(call);
            buffers.put(call.index(), SharedBuffers.Borrow.of(own, target));
            HierarchicalBufferFold.join(call, buffers, own, () -> BufferFold.intoAll(buffers, operator), -1);
        } else {
            SharedBuffers buffers = SharedBuffers.of(call);
            int leader = locality.rankAt(0);
            if (call.isLeader()) {
                buffers.setPart(peers.scratch(Scratch.PART, own));
            }
            buffers.put(call.index(), new SharedBuffers.Borrow(own, target));
            HierarchicalBufferFold.join(
                    call, buffers, own, () -> BufferFold.into(buffers.part(), buffers, operator), leader);
            if (call.isLeader()) {
                between.run(peers.leaders(locality), buffers.part());
                handOut(call, buffers, target);
            } else {
                take(call, buffers, own, target, leader);
            }
        }
    }

    /** The leader writes a small result for all, and lets all copy a large one. */
    private static void handOut(CollectiveCall call, SharedBuffers buffers, DirectBuffer result) {
        if (result.lengthBytes() > SMALL_BYTES) {
            call.local().publish(result);
            call.local().departFor(call.rank());
            call.local().awaitDeparted();
            return;
        }
        buffers.use(call, () -> {
            for (int index = 1; index < buffers.count(); index++) {
                buffers.borrow(index).wantedAt().copyFrom(result);
            }
        });
        call.local().publish(DONE);
    }

    private static void take(
            CollectiveCall call, SharedBuffers buffers, DirectBuffer own, DirectBuffer target, int leader) {
        Object outcome = HierarchicalBufferFold.awaitOutcome(call, buffers, own);
        if (outcome instanceof DirectBuffer result) {
            buffers.use(call, () -> target.copyFrom(result));
            call.local().departFor(leader);
        }
    }
}

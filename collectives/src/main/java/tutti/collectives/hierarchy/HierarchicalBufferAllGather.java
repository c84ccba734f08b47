package tutti.collectives.hierarchy;

import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * AllGather of equal blocks in which the members of a process copy from each other's memory, and one of each process exchanges all
 * its blocks with the others.
 *
 * <p>For places that are even ({@link Locality#isEven}).
 */
public final class HierarchicalBufferAllGather {
    private static final int SMALL_BYTES = 64 * 1024;
    private static final Object ALL_HERE = new Object();

    private HierarchicalBufferAllGather() {}

    /** Fills every member's target, the caller's among them. */
    public static void run(
            CollectiveCall call, CallPeers peers, DirectBuffer own, DirectBuffer target, Exchange between) {
        Locality locality = call.locality();
        CallPeers leaders = peers.leaders(locality);
        if (locality.count() == 1) {
            between.run(leaders, own);
            return;
        }
        SharedBuffers buffers = SharedBuffers.of(call);
        DirectBuffer ownBlock = target.slice(call.rank() * own.length(), own.length());
        boolean isInTheWay = own.overlaps(target) && !own.isSameMemory(ownBlock);
        buffers.put(call.index(), new SharedBuffers.Borrow(isInTheWay ? Scratch.copyOf(own) : own, target));
        if (locality.isWholeGroup()) {
            runAlone(call, buffers, own, target);
        } else if (call.isLeader()) {
            if (!call.local().arrive()) {
                call.local().awaitGathered();
            }
            if (buffers.firstUnlike(own) >= 0) {
                HierarchicalBufferFold.tellUnlike(call, buffers);
                throw buffers.unlike(call, own);
            }
            DirectBuffer blocks = target.slice(call.rank() * own.length(), locality.count() * own.length());
            buffers.use(call, () -> fill(buffers, blocks));
            between.run(leaders, blocks);
            call.local().publish(target);
            call.local().departFor(call.rank());
            call.local().awaitDeparted();
        } else {
            if (call.local().arrive()) {
                call.local().gathered();
            }
            DirectBuffer all = (DirectBuffer) HierarchicalBufferFold.awaitOutcome(call, buffers, own);
            buffers.use(call, () -> target.copyFrom(all));
            call.local().departFor(locality.rankAt(0));
        }
    }

    private static void runAlone(CollectiveCall call, SharedBuffers buffers, DirectBuffer own, DirectBuffer target) {
        int count = buffers.count();
        boolean isSmall = own.lengthBytes() * count * count <= SMALL_BYTES;
        if (call.local().arrive()) {
            boolean areAlike = buffers.firstUnlike(own) < 0;
            if (areAlike && isSmall) {
                buffers.use(call, () -> fillAll(buffers));
            }
            buffers.setFound(areAlike ? SharedBuffers.Found.COMBINED : SharedBuffers.Found.UNLIKE);
            call.local().publish(ALL_HERE);
        } else {
            call.local().awaitOutcome();
        }
        HierarchicalBufferFold.throwIfUnlike(call, buffers, own);
        if (!isSmall) {
            buffers.use(call, () -> fill(buffers, target));
            if (call.local().depart()) {
                call.local().wakeAll();
            }
            call.local().awaitDeparted();
        }
    }

    private static void fillAll(SharedBuffers buffers) {
        for (int index = 0; index < buffers.count(); index++) {
            fill(buffers, buffers.borrow(index).wantedAt());
        }
    }

    private static void fill(SharedBuffers buffers, DirectBuffer target) {
        for (int index = 0; index < buffers.count(); index++) {
            DirectBuffer block = buffers.borrow(index).own();
            target.slice(index * block.length(), block.length()).copyFrom(block);
        }
    }
}

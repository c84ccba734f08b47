package tutti.collectives.hierarchy;

import tutti.collectives.AlgorithmTable;
import tutti.collectives.algorithm.DisseminationBarrier;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.shm.SharedSegment;
import tutti.collectives.shm.SharedSegments;

/**
 * Barrier in which the members of a process count themselves, and one of each process meets those of the others.
 *
 * <p>Members of one process use no messages: counters with a fan-in of 64, and one word that lets all go. The leaders of the
 * processes meet when all their neighbours have come: in their {@link SharedSegment} if they share a host, else in a {@link
 * DisseminationBarrier}.
 */
public final class HierarchicalBarrier {
    private static final Object OPEN = new Object();

    private HierarchicalBarrier() {}

    public static void run(CollectiveCall call, CallPeers peers) {
        boolean isLast = call.local().arrive();
        if (call.locality().isWholeGroup()) {
            if (isLast) {
                call.local().publish(OPEN);
            } else {
                call.local().awaitOutcome();
            }
            return;
        }
        if (isLast) {
            call.local().gathered();
        }
        if (call.isLeader()) {
            call.local().awaitGathered();
            SharedSegment segment = SharedSegments.of(call);
            while (segment != null && !segment.run(call, null, 1, SharedSegment.NONE)) {
                segment = SharedSegments.of(call); // another one: that was closed
            }
            if (segment != null) {
                call.usesAnyway(AlgorithmTable.SHARED);
            } else {
                DisseminationBarrier.run(peers.leaders(call.locality()));
            }
            call.local().publish(OPEN);
        } else {
            call.local().awaitOutcome();
        }
    }
}

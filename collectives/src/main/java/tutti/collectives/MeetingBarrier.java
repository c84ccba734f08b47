package tutti.collectives;

/**
 * Barrier in which the members of a process count themselves, and one of each process meets those of the others.
 *
 * <p>Members of one process use no messages: counters with a fan-in of 64, and one word that lets all go. The leaders of the
 * processes meet when all their neighbours have come: in their {@link Commons} if they share a host, else in a {@link
 * DisseminationBarrier}.
 */
final class MeetingBarrier {
    private static final Object OPEN = new Object();

    private MeetingBarrier() {}

    static void run(Visit visit, Peers peers) {
        boolean isLast = visit.arrive();
        if (visit.place().isWholeGroup()) {
            if (isLast) {
                visit.publish(OPEN);
            } else {
                visit.awaitOutcome();
            }
            return;
        }
        if (isLast) {
            visit.gathered();
        }
        if (visit.isLeader()) {
            visit.awaitGathered();
            Commons commons = visit.commons();
            while (commons != null && !commons.run(visit, null, 1, Commons.NONE)) {
                commons = visit.commons(); // another one: that was closed
            }
            if (commons != null) {
                visit.usesSharedMemory();
            } else {
                DisseminationBarrier.run(new LeaderPeers(peers, visit.place()));
            }
            visit.publish(OPEN);
        } else {
            visit.awaitOutcome();
        }
    }
}

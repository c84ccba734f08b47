package tutti.collectives;

import tutti.serialization.DirectBuffer;

/**
 * AllGather of equal blocks in which the members of a process copy from each other's memory, and one of each process exchanges all
 * its blocks with the others.
 *
 * <p>For places that are even ({@link MeetingPlace#isEven}).
 */
final class MeetingBufferAllGather {
    private static final int SMALL_BYTES = 64 * 1024;
    private static final Object ALL_HERE = new Object();

    private MeetingBufferAllGather() {}

    /** Fills every member's target, the caller's among them. */
    static void run(Visit visit, BufferPeers peers, AlgorithmTable table, DirectBuffer own, DirectBuffer target) {
        MeetingPlace place = visit.place();
        BufferPeers leaders = new LeaderBufferPeers(peers, place, -1);
        BufferAlgorithms.AllGather between =
                table.choose(BufferAlgorithms.ALL_GATHER, leaders.size(), own.lengthBytes() * place.count());
        visit.uses(BufferAlgorithms.ALL_GATHER, between);
        if (place.count() == 1) {
            between.run(leaders, own, target);
            return;
        }
        Lent lent = visit.lent();
        DirectBuffer ownBlock = target.slice(visit.rank() * own.length(), own.length());
        boolean isInTheWay = own.overlaps(target) && !own.isSameMemory(ownBlock);
        lent.put(visit.index(), new Lent.Loan(isInTheWay ? Lent.copyOf(own) : own, target));
        if (place.isWholeGroup()) {
            runAlone(visit, lent, own, target);
        } else if (visit.isLeader()) {
            if (!visit.arrive()) {
                visit.awaitGathered();
            }
            if (lent.firstUnlike(own) >= 0) {
                MeetingBufferFold.tellUnlike(visit, lent);
                throw visit.unlike(lent, own);
            }
            DirectBuffer blocks = target.slice(visit.rank() * own.length(), place.count() * own.length());
            lent.use(visit, () -> fill(lent, blocks));
            between.run(leaders, blocks, target);
            visit.publish(target);
            visit.passTo(visit.rank());
            visit.awaitPassed();
        } else {
            if (visit.arrive()) {
                visit.gathered();
            }
            DirectBuffer all = (DirectBuffer) MeetingBufferFold.awaitOutcome(visit, lent, own);
            lent.use(visit, () -> target.copyFrom(all));
            visit.passTo(place.neighbours().rankAt(0));
        }
    }

    private static void runAlone(Visit visit, Lent lent, DirectBuffer own, DirectBuffer target) {
        int count = lent.count();
        boolean isSmall = own.lengthBytes() * count * count <= SMALL_BYTES;
        if (visit.arrive()) {
            boolean areAlike = lent.firstUnlike(own) < 0;
            if (areAlike && isSmall) {
                lent.use(visit, () -> fillAll(lent));
            }
            lent.setFound(areAlike ? Lent.Found.COMBINED : Lent.Found.UNLIKE);
            visit.publish(ALL_HERE);
        } else {
            visit.awaitOutcome();
        }
        MeetingBufferFold.throwIfUnlike(visit, lent, own);
        if (!isSmall) {
            lent.use(visit, () -> fill(lent, target));
            if (visit.round().pass(count)) {
                visit.complete();
                visit.place().wakeAll();
            }
            visit.awaitPassed();
        }
    }

    private static void fillAll(Lent lent) {
        for (int index = 0; index < lent.count(); index++) {
            fill(lent, lent.loan(index).wantedAt());
        }
    }

    private static void fill(Lent lent, DirectBuffer target) {
        for (int index = 0; index < lent.count(); index++) {
            DirectBuffer block = lent.loan(index).own();
            target.slice(index * block.length(), block.length()).copyFrom(block);
        }
    }
}

package tutti.collectives;

import tutti.serialization.DirectBuffer;

/** AllGather of equal blocks in a group that lives in one process: each member copies from the others' memory, without messages. */
final class MeetingBufferAllGather {
    private static final int SMALL_BYTES = 64 * 1024;
    private static final Object ALL_HERE = new Object();

    private MeetingBufferAllGather() {}

    /** Fills every member's target, the caller's among them. */
    static void run(Visit visit, DirectBuffer own, DirectBuffer target) {
        Lent lent = visit.lent();
        int count = lent.count();
        DirectBuffer ownBlock = target.slice(visit.rank() * own.length(), own.length());
        boolean isInTheWay = own.overlaps(target) && !own.isSameMemory(ownBlock);
        lent.put(visit.index(), new Lent.Loan(isInTheWay ? Lent.copyOf(own) : own, target));
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

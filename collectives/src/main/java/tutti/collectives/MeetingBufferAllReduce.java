package tutti.collectives;

import tutti.serialization.DirectBuffer;

/**
 * AllReduce of buffers in which the members of a process combine straight from each other's memory, and one of each process
 * exchanges results with the others.
 *
 * <p>For places that are regular ({@link MeetingPlace#isRegular}): a process' result is then one block of the tree.
 */
final class MeetingBufferAllReduce {
    private static final int SMALL_BYTES = 16 * 1024;
    private static final Object DONE = new Object();

    private MeetingBufferAllReduce() {}

    /** Writes the result into the target of every member, the caller's among them. */
    static void run(
            Visit visit,
            BufferPeers peers,
            BufferAlgorithms.AllReduce between,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        MeetingPlace place = visit.place();
        if (place.count() == 1) {
            between.run(leaders(peers, place), own, target, operator);
        } else if (place.isWholeGroup()) {
            Lent lent = visit.lent();
            lent.put(visit.index(), Lent.Loan.of(own, target));
            MeetingBufferFold.join(visit, lent, own, () -> BufferFold.intoAll(lent, operator), -1);
        } else {
            Lent lent = visit.lent();
            int leader = place.neighbours().rankAt(0);
            if (visit.isLeader()) {
                lent.setPart(peers.scratch(Scratch.PART, own));
            }
            lent.put(visit.index(), new Lent.Loan(own, target));
            MeetingBufferFold.join(visit, lent, own, () -> BufferFold.into(lent.part(), lent, operator), leader);
            if (visit.isLeader()) {
                between.run(leaders(peers, place), lent.part(), target, operator);
                handOut(visit, lent, target);
            } else {
                take(visit, lent, own, target, leader);
            }
        }
    }

    private static BufferPeers leaders(BufferPeers peers, MeetingPlace place) {
        return new LeaderBufferPeers(peers, place, -1);
    }

    /** The leader writes a small result for all, and lets all copy a large one. */
    private static void handOut(Visit visit, Lent lent, DirectBuffer result) {
        if (result.lengthBytes() > SMALL_BYTES) {
            visit.publish(result);
            visit.passTo(visit.rank());
            visit.awaitPassed();
            return;
        }
        lent.use(visit, () -> {
            for (int index = 1; index < lent.count(); index++) {
                lent.loan(index).wantedAt().copyFrom(result);
            }
        });
        visit.publish(DONE);
    }

    private static void take(Visit visit, Lent lent, DirectBuffer own, DirectBuffer target, int leader) {
        Object outcome = MeetingBufferFold.awaitOutcome(visit, lent, own);
        if (outcome instanceof DirectBuffer result) {
            lent.use(visit, () -> target.copyFrom(result));
            visit.passTo(leader);
        }
    }
}

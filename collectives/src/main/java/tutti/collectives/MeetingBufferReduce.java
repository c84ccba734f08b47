package tutti.collectives;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/**
 * Reduction of buffers in which the members of a process combine straight from each other's memory, and one of each process
 * exchanges results with the others.
 *
 * <p>Who contributes little leaves a copy and goes on; who contributes much lends its memory, and shares the work. For places that
 * are regular ({@link MeetingPlace#isRegular}).
 */
final class MeetingBufferReduce {
    private static final int COPIED_BYTES = 16 * 1024;

    private MeetingBufferReduce() {}

    /** Writes the result into the root's target. */
    static void run(
            Visit visit,
            BufferPeers peers,
            BufferAlgorithms.Reduce between,
            DirectBuffer own,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root) {
        MeetingPlace place = visit.place();
        BufferPeers speakers = new LeaderBufferPeers(peers, place, root);
        int rootProcess = place.neighbours().processOf(root);
        if (place.count() == 1) {
            between.run(speakers, own, target, operator, rootProcess);
            return;
        }
        Lent lent = visit.lent();
        int speaker = place.speaker(root);
        boolean speaks = visit.rank() == speaker;
        if (speaks) {
            lent.setPart(place.isWholeGroup() ? Objects.requireNonNull(target) : peers.scratch(Scratch.PART, own));
        }
        if (own.lengthBytes() > COPIED_BYTES) {
            lent.put(visit.index(), new Lent.Loan(operand(own, target), null));
            MeetingBufferFold.join(visit, lent, own, () -> BufferFold.into(lent.part(), lent, operator), -1);
        } else if (speaks) {
            lent.put(visit.index(), new Lent.Loan(operand(own, target), null));
            combineAlone(visit, lent, own, operator);
        } else {
            leaveCopy(visit, lent, own, speaker);
        }
        if (speaks && !place.isWholeGroup()) {
            between.run(speakers, lent.part(), target, operator, rootProcess);
        }
    }

    /** Returns a contribution, copied if it lies partly where the result shall go. */
    private static DirectBuffer operand(DirectBuffer own, @Nullable DirectBuffer target) {
        return target == null ? own : Lent.Loan.of(own, target).own();
    }

    private static void leaveCopy(Visit visit, Lent lent, DirectBuffer own, int speaker) {
        visit.awaitRoom();
        visit.keep(own.lengthBytes());
        lent.put(visit.index(), new Lent.Loan(Lent.copyOf(own), null));
        if (visit.arrive()) {
            if (lent.firstUnlike(own) >= 0) {
                MeetingBufferFold.tellUnlike(visit, lent);
            }
            visit.gatheredFor(speaker);
        }
    }

    private static void combineAlone(Visit visit, Lent lent, DirectBuffer own, ReductionObject<DirectBuffer> operator) {
        if (!visit.arrive()) {
            visit.awaitGathered();
        } else if (lent.firstUnlike(own) >= 0) {
            MeetingBufferFold.tellUnlike(visit, lent);
        }
        if (lent.firstUnlike(own) >= 0) {
            visit.complete();
            throw visit.unlike(lent, own);
        }
        BufferFold.into(lent.part(), lent, operator).help();
        visit.complete();
    }
}

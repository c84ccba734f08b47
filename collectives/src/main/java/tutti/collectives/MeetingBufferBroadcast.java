package tutti.collectives;

import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;

/**
 * Broadcast of a buffer with one message to each process, and none inside a process.
 *
 * <p>Who brings little to its process leaves a copy and goes on; who brings much lends its memory until all have read it.
 */
final class MeetingBufferBroadcast {
    private static final int COPIED_BYTES = 16 * 1024;

    private MeetingBufferBroadcast() {}

    /**
     * Fills the caller's buffer, unless it is the root.
     *
     * @throws BufferMismatchException if it does not fit what a neighbour has brought
     */
    static void run(Visit visit, BufferPeers peers, BufferAlgorithms.Broadcast between, DirectBuffer data, int root) {
        MeetingPlace place = visit.place();
        if (!visit.speaks(root)) {
            take(visit, data, place.speaker(root));
            return;
        }
        if (peers.rank() == root) {
            share(visit, data);
        }
        between.run(
                new LeaderBufferPeers(peers, place, root),
                data,
                place.neighbours().processOf(root));
        if (peers.rank() != root) {
            share(visit, data);
        }
        if (isLent(visit, data)) {
            visit.passTo(visit.rank());
            visit.awaitPassed();
        }
    }

    private static boolean isLent(Visit visit, DirectBuffer data) {
        return visit.place().count() > 1 && data.lengthBytes() > COPIED_BYTES;
    }

    private static void share(Visit visit, DirectBuffer data) {
        if (isLent(visit, data)) {
            Lent lent = visit.lent();
            lent.setPart(data);
            visit.publish(lent);
        } else if (visit.place().count() > 1) {
            visit.awaitRoom();
            visit.keep(data.lengthBytes());
            visit.publish(Lent.copyOf(data));
            visit.pass();
        }
    }

    private static void take(Visit visit, DirectBuffer data, int speaker) {
        Object outcome = visit.awaitOutcomeOf(speaker);
        DirectBuffer sent = outcome instanceof Lent lent ? lent.part() : (DirectBuffer) outcome;
        if (!sent.matches(data)) {
            throw visit.mismatch(speaker, sent, data);
        }
        if (outcome instanceof Lent lent) {
            lent.use(visit, () -> data.copyFrom(sent));
            visit.passTo(speaker);
        } else {
            data.copyFrom(sent);
            visit.pass();
        }
    }
}

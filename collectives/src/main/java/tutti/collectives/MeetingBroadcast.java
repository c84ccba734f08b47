package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/**
 * Broadcast with one message to each process, down a binomial tree of processes, and none inside a process.
 *
 * <p>The root captures the value once: its neighbours copy the snapshot (nobody does if it is immutable), and it is encoded once
 * if there are other processes. Their leaders forward the bytes before anybody there decodes them. The root does not wait for the
 * others, unless it has left a window's worth of values that some have not taken.
 */
final class MeetingBroadcast {
    private MeetingBroadcast() {}

    /** Returns the root's own reference at the root, an independent copy elsewhere. */
    static @Nullable Object run(Visit visit, Peers peers, @Nullable Object value, int root) {
        if (peers.size() == 1) {
            return value;
        }
        if (peers.rank() == root) {
            visit.awaitRoom();
            Payload payload = visit.capture(value);
            forward(visit, peers, payload, root);
            leave(visit, payload);
            payload.release();
            visit.pass();
            return value;
        }
        if (visit.speaks(root)) {
            visit.awaitRoom();
            Payload payload = receive(visit, peers, root);
            forward(visit, peers, payload, root);
            leave(visit, payload);
            return take(visit, payload);
        }
        return take(visit, (Payload) visit.awaitOutcomeOf(visit.place().speaker(root)));
    }

    /** Receives what the leader of another process forwards. */
    static Payload receive(Visit visit, Peers peers, int root) {
        return peers.receive(visit.place().speakerOf(tree(visit, root).parent(), root));
    }

    /** Sends a payload to the processes below this one. */
    static void forward(Visit visit, Peers peers, Payload payload, int root) {
        for (BinomialTree.Child child : tree(visit, root).largestFirst()) {
            peers.send(visit.place().speakerOf(child.rank(), root), payload.share());
        }
    }

    private static BinomialTree tree(Visit visit, int root) {
        MeetingPlace place = visit.place();
        return BinomialTree.of(
                place.neighbours().process(),
                place.leaders().length,
                place.neighbours().processOf(root));
    }

    private static void leave(Visit visit, Payload payload) {
        if (visit.place().count() > 1) {
            visit.keep(payload);
            visit.publishToTake(payload);
        }
    }

    private static @Nullable Object take(Visit visit, Payload payload) {
        Object value = payload.take();
        visit.pass();
        return value;
    }
}

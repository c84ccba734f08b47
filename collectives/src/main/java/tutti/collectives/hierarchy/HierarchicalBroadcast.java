package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.messaging.Payload;

/**
 * Broadcast with one message to each process, down a binomial tree of processes, and none inside a process.
 *
 * <p>The root captures the value once: its neighbours copy the snapshot (an immutable value needs no copy), and it is encoded once
 * if there are other processes. Their leaders forward the bytes before anybody there decodes them. The root does not wait for the
 * others, unless it has left a window's worth of values that some have not taken.
 */
public final class HierarchicalBroadcast {
    private HierarchicalBroadcast() {}

    /** Returns the root's own reference at the root, an independent copy elsewhere. */
    public static @Nullable Object run(CollectiveCall call, CallPeers peers, @Nullable Object value, int root) {
        if (peers.size() == 1) {
            return value;
        }
        if (peers.rank() == root) {
            call.local().awaitRoom();
            Payload payload = capture(call, value);
            forward(call, peers, payload, root);
            leave(call, payload);
            payload.release();
            call.local().depart();
            return value;
        }
        if (call.isLeader(root)) {
            call.local().awaitRoom();
            Payload payload = receive(call, peers, root);
            forward(call, peers, payload, root);
            leave(call, payload);
            return take(call, payload);
        }
        return take(call, (Payload) call.local().awaitOutcomeOf(call.locality().leader(root)));
    }

    /** Receives what the leader of another process forwards. */
    static Payload receive(CollectiveCall call, CallPeers peers, int root) {
        return peers.receive(call.locality().leaderOf(tree(call, root).parent(), root));
    }

    /** Sends a payload to the processes below this one. */
    static void forward(CollectiveCall call, CallPeers peers, Payload payload, int root) {
        for (BinomialTree.Child child : tree(call, root).largestFirst()) {
            peers.send(call.locality().leaderOf(child.rank(), root), payload.share());
        }
    }

    private static BinomialTree tree(CollectiveCall call, int root) {
        Locality locality = call.locality();
        return BinomialTree.of(locality.process(), locality.processes(), locality.processOf(root));
    }

    /** Captures a value: only as bytes if no other member lives here. */
    private static Payload capture(CollectiveCall call, @Nullable Object value) {
        return call.locality().count() > 1
                ? call.endpoint().capture(value, call.rank())
                : call.endpoint().capture(value);
    }

    private static void leave(CollectiveCall call, Payload payload) {
        if (call.locality().count() > 1) {
            call.local().retain(payload);
            call.local().publishToTake(payload);
        }
    }

    private static @Nullable Object take(CollectiveCall call, Payload payload) {
        Object value = payload.take();
        call.local().depart();
        return value;
    }
}

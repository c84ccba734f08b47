package tutti.collectives.hierarchy;

import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CallExceptions;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;

/**
 * Broadcast of a buffer with one message to each process, and none inside a process.
 *
 * <p>The leader leaves a copy of a small buffer and continues; it lends a large one until all have read it.
 */
public final class HierarchicalBufferBroadcast {
    private static final int COPIED_BYTES = 16 * 1024;

    private HierarchicalBufferBroadcast() {}

    /**
     * Fills the caller's buffer, unless it is the root.
     *
     * @throws BufferMismatchException if it does not fit what a neighbour has brought
     */
    public static void run(CollectiveCall call, CallPeers peers, DirectBuffer data, int root, Exchange between) {
        Locality locality = call.locality();
        if (!call.isLeader(root)) {
            take(call, data, locality.leader(root));
            return;
        }
        if (peers.rank() == root) {
            share(call, data);
        }
        between.run(peers.leaders(locality, root), data);
        if (peers.rank() != root) {
            share(call, data);
        }
        if (isLent(call, data)) {
            call.local().departFor(call.rank());
            call.local().awaitDeparted();
        }
    }

    private static boolean isLent(CollectiveCall call, DirectBuffer data) {
        return call.locality().count() > 1 && data.lengthBytes() > COPIED_BYTES;
    }

    private static void share(CollectiveCall call, DirectBuffer data) {
        if (isLent(call, data)) {
            SharedBuffers buffers = SharedBuffers.of(call);
            buffers.setPart(data);
            call.local().publish(buffers);
        } else if (call.locality().count() > 1) {
            call.local().awaitRoom();
            call.local().retain(data.lengthBytes());
            call.local().publish(Scratch.copyOf(data));
            call.local().depart();
        }
    }

    private static void take(CollectiveCall call, DirectBuffer data, int leader) {
        Object outcome = call.local().awaitOutcomeOf(leader);
        DirectBuffer sent = outcome instanceof SharedBuffers buffers ? buffers.part() : (DirectBuffer) outcome;
        if (!sent.matches(data)) {
            throw CallExceptions.unlike(call.endpoint(), leader, sent.shape(), data);
        }
        if (outcome instanceof SharedBuffers buffers) {
            buffers.use(call, () -> data.copyFrom(sent));
            call.local().departFor(leader);
        } else {
            data.copyFrom(sent);
            call.local().depart();
        }
    }
}

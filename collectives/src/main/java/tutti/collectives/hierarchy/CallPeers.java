package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CallExceptions;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.Locality;
import tutti.messaging.match.Message;
import tutti.messaging.match.Payload;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The members of one call as an algorithm sees them: all of them, or the leaders of the processes as a group of their
 * own.
 *
 * <p>Signs what it sends, and checks the signatures of what it receives. A leader's rank is the position of its
 * process.
 */
public final class CallPeers implements Peers {
    private static final int NO_ROOT = -1;

    private final Endpoint endpoint;
    private final CallSignature label;
    private final Scratch scratch;
    private final @Nullable Locality leaders; // null for all members
    private final int root;

    /** Makes the view of one of all members. */
    public CallPeers(Endpoint endpoint, CallSignature label, Scratch scratch) {
        this(endpoint, label, scratch, null, NO_ROOT);
    }

    private CallPeers(Endpoint endpoint, CallSignature label, Scratch scratch, @Nullable Locality leaders, int root) {
        this.endpoint = endpoint;
        this.label = label;
        this.scratch = scratch;
        this.leaders = leaders;
        this.root = root;
    }

    /** Makes the view of one of all members of a call. */
    public static CallPeers of(CollectiveCall call, Scratch scratch) {
        return new CallPeers(call.endpoint(), call.label(), scratch);
    }

    /** Returns the view of the leader of a process in an operation without a root. */
    public CallPeers leaders(Locality locality) {
        return leaders(locality, NO_ROOT);
    }

    /** Returns the view of the leader of a process in an operation with a root, which leads its own process. */
    public CallPeers leaders(Locality locality, int ofRoot) {
        return new CallPeers(endpoint, label, scratch, locality, ofRoot);
    }

    /** Returns the rank in the group of one of these. */
    public int rankOf(int position) {
        if (leaders == null) {
            return position;
        }
        return root < 0 ? leaders.leaderOf(position) : leaders.leaderOf(position, root);
    }

    @Override
    public int rank() {
        return leaders == null ? endpoint.rank() : leaders.process();
    }

    @Override
    public int size() {
        return leaders == null ? endpoint.size() : leaders.processes();
    }

    @Override
    public Payload capture(@Nullable Object value) {
        return endpoint.capture(value);
    }

    @Override
    public @Nullable Object copy(@Nullable Object value) {
        return endpoint.copy(value);
    }

    @Override
    public void send(int destination, Payload payload) {
        endpoint.send(rankOf(destination), LocalSync.CONTEXT, label, payload);
    }

    @Override
    public Payload receive(int source) {
        Message received = endpoint.receive(rankOf(source), LocalSync.CONTEXT, label);
        if (!received.label().equals(label)) {
            throw CallExceptions.mismatch(endpoint, label, received.source(), received.label());
        }
        return received.payload();
    }

    @Override
    public void send(int destination, DirectBuffer data) {
        endpoint.send(rankOf(destination), LocalSync.CONTEXT, label, data);
    }

    @Override
    public void receive(int source, DirectBuffer target) {
        Message other = endpoint.receive(rankOf(source), LocalSync.CONTEXT, label, target);
        if (other != null) {
            throw CallExceptions.mismatch(endpoint, label, other.source(), other.label());
        }
    }

    @Override
    public DirectBuffer scratch(int slot, DirectBuffer like) {
        return scratch.like(slot, like);
    }

    @Override
    public DirectBuffer scratch(ElementType type, long length) {
        return scratch.of(type, length);
    }
}

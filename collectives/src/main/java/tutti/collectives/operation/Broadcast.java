package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BinomialBroadcast;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.ObjectDelivery;
import tutti.collectives.signature.Operation;
import tutti.messaging.match.Payload;
import tutti.messaging.runtime.Endpoint;

/** Gives every member the root's value. */
public final class Broadcast extends Collective<@Nullable Object> {
    private final @Nullable Object value;

    public Broadcast(@Nullable Object value, int root) {
        super(Operation.BROADCAST, root);
        this.value = value;
    }

    @Override
    @Nullable
    Object run(Invocation invocation) {
        if (invocation.peers().size() == 1) {
            return value;
        }
        int rootProcess = invocation.locality().processOf(root());
        return Hierarchy.runDown(
                invocation.call(),
                root(),
                null,
                none -> {
                    invocation.call().local().awaitRoom();
                    return BinomialBroadcast.spread(invocation.leaders(root()), capture(invocation), rootProcess);
                },
                ObjectDelivery.ofRoot(invocation.call(), value, root()));
    }

    /** Captures the value at the root: only as bytes if no other member lives there. */
    private @Nullable Payload capture(Invocation invocation) {
        if (invocation.rank() != root()) {
            return null;
        }
        Endpoint endpoint = invocation.call().endpoint();
        return invocation.locality().count() > 1 ? endpoint.capture(value, root()) : endpoint.capture(value);
    }
}

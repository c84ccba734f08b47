package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.hierarchy.HierarchicalBroadcast;
import tutti.collectives.signature.Operation;

/** Gives every member the root's value. */
public final class Broadcast extends Collective<@Nullable Object> {
    private final @Nullable Object value;

    Broadcast(@Nullable Object value, int root) {
        super(Operation.BROADCAST, root);
        this.value = value;
    }

    @Override
    @Nullable
    Object run(Context context) {
        return HierarchicalBroadcast.run(context.call(), context.peers(), value, root());
    }
}

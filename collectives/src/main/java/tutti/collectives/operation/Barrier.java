package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.hierarchy.HierarchicalBarrier;
import tutti.collectives.signature.Operation;

/** Waits until all members have arrived. */
public final class Barrier extends Collective<@Nullable Void> {
    Barrier() {
        super(Operation.BARRIER);
    }

    @Override
    @Nullable
    Void run(Context context) {
        HierarchicalBarrier.run(context.call(), context.peers());
        return null;
    }
}

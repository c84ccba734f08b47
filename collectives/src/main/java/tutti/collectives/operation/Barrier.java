package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.DisseminationBarrier;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.LocalBarrier;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.shm.SharedSegments;
import tutti.collectives.signature.Operation;

/** Waits until all members have arrived. */
public sealed class Barrier extends Collective<@Nullable Void> permits Fence {
    public Barrier() {
        this(Operation.BARRIER);
    }

    Barrier(Operation operation) {
        super(operation);
    }

    @Override
    @Nullable
    Void run(Context context) {
        CollectiveCall call = context.call();
        Object open = Hierarchy.runUp(call, new LocalBarrier(call), all -> meet(context, all));
        if (open != null) {
            call.local().publish(open);
        } else {
            call.local().awaitOutcome(); // here, because each frame of a waiting virtual thread takes memory
        }
        return null;
    }

    /** The leaders meet in memory if they share a host, else by messages. */
    private static Object meet(Context context, Object open) {
        if (!SharedSegments.meet(context.call())) {
            DisseminationBarrier.run(context.leaders());
        }
        return open;
    }
}

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
    Void run(Invocation invocation) {
        CollectiveCall call = invocation.call();
        Object open = Hierarchy.runUp(call, new LocalBarrier(call), all -> meet(invocation, all));
        if (open != null) {
            call.local().publish(open);
        } else {
            call.local().awaitOutcome(); // here, because each frame of a waiting virtual thread takes memory
        }
        return null;
    }

    /** The leaders meet in memory if they share a host, else by messages. */
    private static Object meet(Invocation invocation, Object open) {
        if (!SharedSegments.meet(invocation.call())) {
            DisseminationBarrier.run(invocation.leaders());
        }
        return open;
    }
}

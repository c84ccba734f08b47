package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.DisseminationBarrier;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.LocalBarrier;
import tutti.collectives.shm.SharedSegments;
import tutti.collectives.signature.Operation;

/** Waits until all members have arrived. */
public final class Barrier extends Collective<@Nullable Void> {
    Barrier() {
        super(Operation.BARRIER);
    }

    @Override
    @Nullable
    Void run(Context context) {
        LocalBarrier members = new LocalBarrier(context.call());
        return Hierarchy.run(context.call(), members, open -> meet(context, open), members);
    }

    /** The leaders meet in memory if they share a host, else by messages. */
    private static Object meet(Context context, Object open) {
        if (!SharedSegments.meet(context.call())) {
            DisseminationBarrier.run(context.leaders());
        }
        return open;
    }
}

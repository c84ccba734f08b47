package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;

/**
 * The members of a process count themselves, and one word releases all.
 *
 * <p>They use no messages: counters with a fan-in of 64. If all members of the group live here, the last to arrive
 * releases them, else the leader does.
 */
public final class LocalBarrier implements Hierarchy.Collect<Object> {
    private static final Object OPEN = new Object();

    private final CollectiveCall call;

    public LocalBarrier(CollectiveCall call) {
        this.call = call;
    }

    @Override
    public @Nullable Object collect() {
        LocalSync local = call.local();
        boolean isLast = local.arrive();
        if (call.locality().isWholeGroup()) {
            return isLast ? OPEN : null;
        }
        if (isLast) {
            local.gathered();
        }
        if (!call.isLeader()) {
            return null;
        }
        local.awaitGathered();
        return OPEN;
    }
}

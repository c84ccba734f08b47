package tutti.collectives.local;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the chain of a group's {@link CallState}s behind the members of a process.
 *
 * <p>Where a garbage collector has moved a state into its old generation, collections of the young one take it for
 * alive even when it is garbage, and with it all later states, up to the end of the chain. So one link in
 * {@value #EVERY} is cut as soon as all members are behind it. Used by the leader's thread.
 */
final class PassedCalls {
    private static final int EVERY = 32;

    private final LocalGroup group;
    private WeakReference<@Nullable CallState> nextCut = new WeakReference<>(null); // must not keep what it holds alive

    PassedCalls(LocalGroup group) {
        this.group = group;
    }

    /** The leader begins a call. */
    void begin(CallState state) {
        if (state.number() % EVERY != 0) {
            return;
        }
        CallState cut = nextCut.get();
        if (cut == null || cutIfPassed(cut)) {
            nextCut = new WeakReference<>(state);
        }
    }

    private boolean cutIfPassed(CallState state) {
        for (Slot slot : group.slots()) {
            if (slot.state().number() <= state.number()) {
                return false;
            }
        }
        state.unlink();
        return true;
    }
}

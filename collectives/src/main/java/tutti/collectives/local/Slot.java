package tutti.collectives.local;

import org.jspecify.annotations.Nullable;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.SignatureText;
import tutti.messaging.runtime.ActiveCall;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.MemberWaitQueue;

/**
 * What one member keeps from call to call: the state of its last call, where it waits, and how much it has left for
 * others to take.
 *
 * <p>The member writes; other members read the state, and wake the member.
 */
final class Slot {
    private final MemberWaitQueue queue;
    private volatile CallState state;
    private volatile long refused = Long.MAX_VALUE; // number of a call that the member, which had left, may not begin
    private long retainedBytes; // since the member last found all its calls complete; used by the member alone
    private @Nullable CallState lastRetaining;

    Slot(MemberWaitQueue queue, CallState state) {
        this.queue = queue;
        this.state = state;
    }

    /** Returns where the member waits. */
    MemberWaitQueue queue() {
        return queue;
    }

    /** Returns the state of the last call that the member has begun. */
    CallState state() {
        return state;
    }

    /**
     * The member begins a call.
     *
     * @throws IllegalStateException if it is in one already
     */
    void begin(Endpoint member, ActiveCall call, CallState next) {
        ActiveCall known = member.calls().enter(call);
        if (known != null) {
            throw twice(member, call, known);
        }
        state = next;
    }

    private static IllegalStateException twice(Endpoint member, ActiveCall call, ActiveCall known) {
        String own = Operation.nameOf(call.label().operation());
        String other = SignatureText.of(known.label());
        return new IllegalStateException(
                known.thread().equals(call.thread())
                        ? "%s inside %s: here %s; an operator, a dividable object or a class that is read must not call operations of its own group"
                                .formatted(own, other, member.describe(member.rank()))
                        : "two threads of one member are in collective operations at once: %s by thread=%s, %s by thread=%s: here %s; let one thread call them, one after the other"
                                .formatted(
                                        other,
                                        known.thread().getName(),
                                        own,
                                        call.thread().getName(),
                                        member.describe(member.rank())));
    }

    /** Returns whether the member has begun a call. */
    boolean hasBegun(CallState call) {
        return state.number() >= call.number() && call.number() < refused;
    }

    /** The member may not begin the call that it is at, nor later ones. */
    void refuse(CallState call) {
        refused = Math.min(refused, call.number());
    }

    /** The member leaves so many bytes in a call, for others to take later. */
    void retain(CallState in, long bytes) {
        retainedBytes += bytes;
        lastRetaining = in;
    }

    /** Returns the state that must be complete before the member may leave more, or null if it may. */
    @Nullable
    CallState fullUntilComplete(long windowBytes) {
        if (retainedBytes < windowBytes) {
            return null;
        }
        retainedBytes = 0;
        return lastRetaining;
    }
}

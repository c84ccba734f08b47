package tutti.messaging.runtime;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Pattern;
import tutti.messaging.signature.CallSignature;

/**
 * A place where threads of one member wait for what others do to it beside messages: in memory, or by messages that the
 * member's process takes without it.
 *
 * <p>Thread-safe.
 */
public final class MemberCondition {
    /** What {@link #awaitGrant} waits for where a window is locked; people are told what helps. */
    public static final String WINDOW_LOCK = "the lock of a window";

    /** What an origin waits for in {@link #await}; people are told what helps. */
    public static final String WINDOW_POST = "a post of a window";

    /** What a target waits for in {@link #await}; people are told what helps. */
    public static final String WINDOW_COMPLETE = "a complete of a window";

    private final Member member;
    private final Membership state; // the member's
    private final GoneMembers gone; // the state's
    private final CallContext call;
    private final MatchQueue queue;

    MemberCondition(Member member, CallContext call, int context) {
        this.member = member;
        state = member.state();
        gone = state.gone();
        this.call = call;
        queue = member.queue(context);
    }

    /** Something has changed that threads may wait for, and was published before. Never blocks. */
    public void changed() {
        queue.waiting().changed();
    }

    /**
     * From now on a service takes the messages of this context, so that waits for this member and by it can be told
     * from waits that the service may end.
     */
    public void serve(MemberService service) {
        member.activity().serve(new ServedContext(queue, service));
    }

    /** Returns whether all members of the group are there, so that this one can access what each has; cheap. */
    public boolean isUndisturbed() {
        return !gone.isAny() && state.broken() == null;
    }

    /**
     * Throws if another member has left or failed, or this one can do nothing more in the group; cheap.
     *
     * @throws MemberFailedException that says why
     */
    public void requirePresent(int peer) {
        if (!isUndisturbed()) {
            member.throwIfEnded();
            MemberFailedException why = gone.why(peer);
            if (why != null) {
                throw why.again();
            }
        }
    }

    /**
     * Throws if this member can do nothing more in the group; cheap.
     *
     * @throws MemberFailedException that says why
     */
    public void requireWhole() {
        member.throwIfEnded();
    }

    /**
     * Waits until a look finds something that only the awaited member itself can bring about.
     *
     * @param peer the member that is awaited, or {@link Endpoint#ANY}
     * @param what is awaited, for exceptions
     * @param look changes nothing: other threads call it, too
     * @throws MemberFailedException if that member is gone, and the look still finds nothing
     */
    public <T> T await(int peer, String what, Supplier<@Nullable T> look) {
        return await(peer, what, look, WaitKind.CALL, () -> look.get() != null);
    }

    /**
     * Waits until a look finds what the service of a member gives, as soon as those let it that its {@link
     * MemberService#queue} names.
     *
     * @param peer the member whose service is awaited
     * @param what is awaited, for exceptions
     * @param look changes nothing: other threads call it, too
     * @throws MemberFailedException if that member is gone, and the look still finds nothing
     */
    public <T> T awaitGrant(int peer, String what, Supplier<@Nullable T> look) {
        return await(peer, what, look, WaitKind.SERVICE, () -> look.get() != null);
    }

    /**
     * Waits until a look finds something that the awaited member's process brings about, whatever its members do:
     * part of no deadlock.
     *
     * @param peer the member whose departure ends the wait
     * @param what is awaited, for exceptions
     * @throws MemberFailedException if that member is gone, and the look still finds nothing
     */
    public <T> T awaitService(int peer, String what, Supplier<@Nullable T> look) {
        return await(peer, what, look, WaitKind.SERVICE, () -> true);
    }

    private <T> T await(
            int peer, String what, Supplier<@Nullable T> look, WaitKind kind, BooleanSupplier mayEndByItself) {
        T known = look.get();
        if (known != null) {
            return known;
        }
        if (peer == Pattern.ANY) {
            for (int rank = 0; rank < member.state().layout().size(); rank++) {
                member.watch(rank);
            }
        } else {
            member.watch(peer);
        }
        return queue.waiting()
                .await(
                        look,
                        () -> lookAtAll(peer, look),
                        MemberWaitMonitor.of(member, call, () -> what, peer, CallSignature.NONE, kind, mayEndByItself));
    }

    private <T> @Nullable T lookAtAll(int peer, Supplier<@Nullable T> look) {
        T found = look.get();
        if (found != null) {
            return found;
        }
        member.throwIfEnded();
        MemberFailedException why = member.goneOf(peer);
        if (why == null) {
            return null;
        }
        found = look.get(); // what it did before it went
        if (found == null) {
            throw why.again();
        }
        return found;
    }
}

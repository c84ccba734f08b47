package tutti.messaging.runtime;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Pattern;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;

/**
 * A place where threads of one member wait for what others do to it beside messages: in memory, or by messages that the
 * member's process takes without it.
 *
 * <p>Thread-safe.
 */
public final class MemberCondition {
    private final Member member;
    private final CallContext call;
    private final WaitQueue waiting;

    MemberCondition(Member member, CallContext call, int context) {
        this.member = member;
        this.call = call;
        waiting = member.queue(context).waiting();
    }

    /** Something has changed that threads may wait for, and was published before. Never blocks. */
    public void changed() {
        waiting.changed();
    }

    /**
     * Throws if another member has left or failed, or this one can do nothing more in the group; cheap.
     *
     * @throws MemberFailedException that says why
     */
    public void requirePresent(int peer) {
        member.throwIfEnded();
        MemberFailedException gone = member.state().gone().why(peer);
        if (gone != null) {
            throw gone.again();
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
     * @throws MemberFailedException if that member is gone, and the look still finds nothing
     */
    public <T> T await(int peer, String what, Supplier<@Nullable T> look) {
        return await(peer, what, look, () -> member.postedReceives() > 0);
    }

    /**
     * Waits until a look finds something that other members, or the awaited one's process, may bring about: part of no
     * deadlock.
     *
     * @param peer the member whose departure ends the wait
     * @param what is awaited, for exceptions
     * @throws MemberFailedException if that member is gone, and the look still finds nothing
     */
    public <T> T awaitService(int peer, String what, Supplier<@Nullable T> look) {
        return await(peer, what, look, () -> true);
    }

    private <T> T await(int peer, String what, Supplier<@Nullable T> look, BooleanSupplier mayEndByItself) {
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
        return waiting.await(
                look,
                () -> lookAtAll(peer, look),
                MemberWaitMonitor.of(member, call, what, peer, CallSignature.NONE, mayEndByItself));
    }

    private <T> @Nullable T lookAtAll(int peer, Supplier<@Nullable T> look) {
        T found = look.get();
        if (found != null) {
            return found;
        }
        member.throwIfEnded();
        MemberFailedException gone = member.goneOf(peer);
        if (gone == null) {
            return null;
        }
        found = look.get(); // what it did before it went
        if (found == null) {
            throw gone.again();
        }
        return found;
    }
}

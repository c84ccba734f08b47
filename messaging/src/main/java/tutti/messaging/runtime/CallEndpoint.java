package tutti.messaging.runtime;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Message;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.OperationInterruptedException;

/**
 * What one member does in collective calls, beside sending and receiving: it begins and leaves them, and waits for
 * members in memory.
 *
 * <p>Thread-safe, but a member is in one call at a time.
 */
public final class CallEndpoint {
    private final Member member;
    private final Receiver receiver;
    private final CallContext call;

    CallEndpoint(Member member, Receiver receiver, CallContext call) {
        this.member = member;
        this.receiver = receiver;
        this.call = call;
    }

    Member member() {
        return member;
    }

    CallContext context() {
        return call;
    }

    /**
     * Waits in the middle of a call for something that members do in memory.
     *
     * @param place where it waits
     * @throws MemberFailedException if the group is broken, or the member has left
     * @throws OperationInterruptedException if the thread is interrupted while it is parked
     */
    public <T> T await(MemberWaitQueue place, MemberWait<T> wait) {
        T early = wait.fastCheck();
        if (early != null) {
            return early;
        }
        member.activity().waitIn(place.waiting());
        return place.waiting().await(wait);
    }

    /**
     * Throws if this member can do nothing more in the group.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    public void throwIfEnded() {
        member.throwIfEnded();
    }

    /**
     * This member begins a call; others who wait for it learn so when they ask.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    public void begin(CallSignature label) {
        MemberFailedException ended = member.ended();
        if (ended != null) {
            throw ended.again().during(member.state().texts().nameOf(label), member.rank());
        }
        member.activity().begin(label);
    }

    /**
     * The thread of a call is in it from now on.
     *
     * @return the call that the member is in already, so that it may not enter this one; null if it is in none
     */
    public @Nullable ActiveCall enter(ActiveCall active) {
        return member.activity().enter(active);
    }

    /** This member is in no call any more. */
    public void leave() {
        member.activity().leave();
    }

    /** Drops what has come in a context or will come of calls up to one that this member has left early. */
    public void discard(int context, long lastCall) {
        member.discard(context, lastCall);
    }

    /** Lets messages to people name calls, for which messaging has only numbers. */
    public void nameCalls(Function<CallSignature, String> names) {
        member.state().texts().nameCalls(names);
    }

    /**
     * Takes the next message of a member in a context that has nothing to do with calls, for a member that is in the
     * middle of one.
     *
     * <p>If a message of another call comes in the context of the calls, or came before this one, it is returned
     * instead, as by {@link Endpoint#receive(int, int, CallSignature)}; this one stays for later.
     *
     * @param context of the message, which has no label
     * @param callContext of the messages of calls
     * @param label of the call that this member is in
     */
    public Message receiveBeside(int source, int context, int callContext, CallSignature label) {
        try {
            return receiver.receiveBeside(call, source, context, callContext, label);
        } catch (MemberFailedException e) {
            throw e.during(member.state().texts().nameOf(label), member.rank());
        }
    }
}

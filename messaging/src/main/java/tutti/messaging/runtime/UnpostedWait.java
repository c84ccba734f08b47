package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.signature.CallSignature;

/** A wait for a message that the waiting thread looks for in the queue: no receive is posted. */
final class UnpostedWait extends MessageWait {
    private long arrivalsSeen;

    /**
     * Prepares a wait; see {@link MessageWait}.
     *
     * @param arrivalsSeen number of arrivals, asked for before the message was not there; -1 if it may be there
     */
    UnpostedWait(
            Member member,
            CallContext call,
            MatchQueue queue,
            Pattern pattern,
            int callContext,
            CallSignature label,
            long arrivalsSeen) {
        super(member, call, queue, pattern, callContext, label);
        this.arrivalsSeen = arrivalsSeen;
    }

    @Override
    WaitKind kind() {
        return WaitKind.MESSAGE;
    }

    @Override
    boolean mayEndByItself() {
        return false;
    }

    @Override
    public @Nullable Message fastCheck() {
        if (!queue().hasNews(arrivalsSeen)) {
            return null;
        }
        arrivalsSeen = queue().arrivals();
        Message other = conflictBesideCall(); // what came before it shows whether its sender is here
        return other != null ? other : queue().poll(pattern());
    }

    @Override
    @Nullable
    Envelope begun() {
        return null;
    }

    @Override
    @Nullable
    Message lastCheck(Message other) {
        Message message = fastCheck();
        return message != null ? message : other;
    }
}

package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.signature.CallSignature;

/** A wait for the message of a receive that is posted. */
final class PostedWait extends MessageWait {
    /** In place of a message: the buffer has been filled. */
    static final Message FILLED = Message.showing(0, -1, -1, CallSignature.NONE);

    private final ReceiveRequest request;

    /** Prepares a wait; see {@link MessageWait}. */
    PostedWait(
            Member member,
            CallContext call,
            MatchQueue queue,
            int callContext,
            CallSignature label,
            ReceiveRequest request) {
        super(member, call, queue, request.pattern(), callContext, label);
        this.request = request;
    }

    @Override
    WaitKind kind() {
        return WaitKind.POSTED_RECEIVE;
    }

    @Override
    boolean mayEndByItself() {
        return request.isClaimed() || request.isDone(); // as by another thread that cancels it
    }

    @Override
    public @Nullable Message fastCheck() {
        Message message = request.message();
        if (message != null || !request.isClaimed()) {
            return message;
        }
        request.help();
        return request.isFilled() ? FILLED : null;
    }

    @Override
    @Nullable
    Envelope begun() {
        request.throwIfFailed();
        return request.claimedFor();
    }

    @Override
    @Nullable
    Message lastCheck(Message other) {
        return queue().cancel(request) ? other : fastCheck();
    }
}

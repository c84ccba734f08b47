package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.SendRequest;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.Endpoint;

/** A send that was started. */
final class SendingRequest extends Request<@Nullable Void> {
    private final SendRequest sending;

    SendingRequest(Endpoint endpoint, SendRequest sending) {
        super(endpoint);
        this.sending = sending;
    }

    @Override
    long completion() {
        return sending.completion();
    }

    @Override
    void awaitEnd(Endpoint limited) {
        limited.messages().await(sending);
    }

    @Override
    Awaited awaited() {
        return Awaited.partOf(sending.stream().destination());
    }

    @Override
    boolean hasPassed() {
        return sending.isDone() && !sending.hasFailed() && endpoint().record() == null;
    }

    @Override
    @Nullable
    Void finish() {
        endpoint().messages().await(sending); // ended: throws if it has failed
        return null;
    }

    @Override
    void onEnd(Runnable action) {
        sending.onCompletion(action);
    }

    @Override
    boolean withdraw() {
        return sending.cancel();
    }

    @Override
    public String toString() {
        return "Request[send destination=%d tag=%d isDone=%b]"
                .formatted(sending.stream().destination(), sending.tag(), hasEnded());
    }
}

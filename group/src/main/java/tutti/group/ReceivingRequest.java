package tutti.group;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.Endpoint;

/** A receive that was started. */
final class ReceivingRequest<T extends @Nullable Object> extends Request<T> {
    private final ReceiveRequest receiving;
    private final Function<ReceiveRequest, T> taking;
    private final boolean isOnlyBuffer; // that the caller gets

    /**
     * Makes the request.
     *
     * @param taking makes what the caller gets of a receive that has been matched; throws if it has failed
     */
    ReceivingRequest(Endpoint endpoint, ReceiveRequest receiving, Function<ReceiveRequest, T> taking) {
        this(endpoint, receiving, taking, false);
    }

    private ReceivingRequest(
            Endpoint endpoint, ReceiveRequest receiving, Function<ReceiveRequest, T> taking, boolean isOnlyBuffer) {
        super(endpoint);
        this.receiving = receiving;
        this.taking = taking;
        this.isOnlyBuffer = isOnlyBuffer;
    }

    /** Makes the request of a receive that gives nothing but its buffer's elements. */
    static ReceivingRequest<@Nullable Void> intoBuffer(Endpoint endpoint, ReceiveRequest receiving) {
        return new ReceivingRequest<>(
                endpoint,
                receiving,
                ended -> {
                    endpoint.messages().fill(ended);
                    return null;
                },
                true);
    }

    @Override
    boolean hasPassed() {
        return isOnlyBuffer && receiving.hasFilled() && endpoint().record() == null;
    }

    @Override
    long completion() {
        return receiving.completion();
    }

    @Override
    void awaitEnd(Endpoint limited) {
        limited.messages().awaitMatch(receiving);
        Message begun = receiving.message();
        if (!hasEnded()) {
            tell(limited.requests());
            limited.requests().awaitRest(begun == null ? Endpoint.ANY : begun.source(), this::hasEnded);
        }
    }

    @Override
    Awaited awaited() {
        return Awaited.messageFrom(receiving.pattern().source());
    }

    /** Moves a message that came before this was posted, or by reference, into the buffer. */
    @Override
    void settle() {
        if (receiving.target() != null) {
            var _ = outcome();
        }
    }

    @Override
    T finish() {
        return taking.apply(receiving);
    }

    @Override
    void onEnd(Runnable action) {
        receiving.onCompletion(action);
    }

    @Override
    boolean withdraw() {
        return receiving.cancel();
    }

    @Override
    public String toString() {
        return "Request[receive %s isDone=%b]".formatted(receiving.pattern(), hasEnded());
    }
}

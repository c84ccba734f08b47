package tutti.group;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.runtime.Endpoint;

/** A receive that was started. */
final class ReceivingRequest<T extends @Nullable Object> extends Request<T> {
    private final ReceiveRequest receiving;
    private final Function<ReceiveRequest, T> taking;

    /**
     * Makes the request.
     *
     * @param taking makes what the caller gets of a receive that has been matched; throws if it has failed
     */
    ReceivingRequest(Endpoint endpoint, ReceiveRequest receiving, Function<ReceiveRequest, T> taking) {
        super(endpoint);
        this.receiving = receiving;
        this.taking = taking;
    }

    @Override
    public boolean isDone() {
        return receiving.isDone();
    }

    @Override
    void awaitEnd() {
        endpoint().messages().awaitMatch(receiving);
        if (!isDone()) {
            super.awaitEnd(); // the rest of a large message
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
        return "Request[receive %s isDone=%b]".formatted(receiving.pattern(), isDone());
    }
}

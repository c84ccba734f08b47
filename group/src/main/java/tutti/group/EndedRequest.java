package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Endpoint;

/** A request that has ended from the beginning: of a message to or from no one. */
final class EndedRequest<T extends @Nullable Object> extends Request<T> {
    private final T result;
    private final long completion;

    EndedRequest(Endpoint endpoint, T result) {
        super(endpoint);
        this.result = result;
        completion = endpoint.completions().next();
    }

    @Override
    long completion() {
        return completion;
    }

    @Override
    void awaitEnd(Endpoint limited) {
        // it has ended
    }

    @Override
    T finish() {
        return result;
    }

    @Override
    void onEnd(Runnable action) {
        action.run();
    }

    @Override
    boolean withdraw() {
        return false;
    }

    @Override
    public String toString() {
        return "Request[of no one]";
    }
}

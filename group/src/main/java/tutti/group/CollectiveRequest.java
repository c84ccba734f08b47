package tutti.group;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Endpoint;

/** A collective operation that was started. */
final class CollectiveRequest<T extends @Nullable Object> extends Request<T> {
    private final CompletableFuture<?> running;
    private final Call<T> call;

    CollectiveRequest(Endpoint endpoint, CompletableFuture<?> running, Call<T> call) {
        super(endpoint);
        this.running = running;
        this.call = call;
    }

    @Override
    public boolean isDone() {
        return running.isDone();
    }

    @Override
    T finish() {
        try {
            return call.result().apply(running.join());
        } catch (CompletionException e) {
            throw unchecked(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    @Override
    void onEnd(Runnable action) {
        var _ = running.whenComplete((value, failure) -> action.run());
    }

    @Override
    boolean withdraw() {
        return false;
    }

    @Override
    public String toString() {
        return "Request[%s isDone=%b]".formatted(call.collective().getClass().getSimpleName(), isDone());
    }
}

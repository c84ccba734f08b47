package tutti.group;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Endpoint;

/** Work of the program that a future stands for. */
final class FutureRequest<T extends @Nullable Object> extends Request<T> {
    private final CompletableFuture<T> future;

    FutureRequest(Endpoint endpoint, CompletableFuture<T> future) {
        super(endpoint);
        this.future = future;
    }

    @Override
    public boolean isDone() {
        return future.isDone();
    }

    @Override
    T finish() {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw unchecked(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    @Override
    void onEnd(Runnable action) {
        var _ = future.whenComplete((value, failure) -> action.run());
    }

    @Override
    boolean withdraw() {
        return false;
    }

    @Override
    public String toString() {
        return "Request[%s]".formatted(future);
    }
}

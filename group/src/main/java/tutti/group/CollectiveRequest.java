package tutti.group;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.StartedCall;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.OperationInterruptedException;

/** A collective operation that was started. */
final class CollectiveRequest<T extends @Nullable Object> extends Request<T> {
    private final StartedCall<?> running;
    private final Call<T> call;

    CollectiveRequest(Endpoint endpoint, StartedCall<?> running, Call<T> call) {
        super(endpoint);
        this.running = running;
        this.call = call;
    }

    @Override
    public boolean isDone() {
        return running.future().isDone();
    }

    @Override
    void awaitEnd() {
        running.runIfNext();
        if (!isDone()) {
            try {
                super.awaitEnd();
            } catch (OperationInterruptedException e) {
                running.interrupt(); // as if this thread ran it
                throw e;
            }
        }
    }

    @Override
    T finish() {
        try {
            return call.result().apply(running.future().join());
        } catch (CompletionException e) {
            throw unchecked(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    @Override
    void onEnd(Runnable action) {
        var _ = running.future().whenComplete((value, failure) -> action.run());
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

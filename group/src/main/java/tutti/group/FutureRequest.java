package tutti.group;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.Endpoint;

/** Work that a future stands for: of the program, or an operation that is no single message. */
sealed class FutureRequest<T extends @Nullable Object> extends Request<T> permits CollectiveRequest, WindowRequest {
    private final CompletableFuture<?> future;
    private volatile long completion; // 0 until its end was seen

    FutureRequest(Endpoint endpoint, CompletableFuture<?> future) {
        super(endpoint);
        this.future = future;
        if (completion() == 0) {
            onEnd(this::completion);
        }
    }

    /** Gives it its place the first time that its end is seen, so that what ends later has a later one. */
    @Override
    final long completion() {
        return completion == 0 && future.isDone() ? ended() : completion;
    }

    private synchronized long ended() {
        if (completion == 0) {
            completion = endpoint().completions().next();
        }
        return completion;
    }

    @Override
    void awaitEnd(Endpoint limited) {
        tell(limited.requests());
        var _ = limited.requests().await(awaited(), this::toString, () -> hasEnded() ? true : null);
    }

    @Override
    Awaited awaited() {
        return Awaited.ANYTHING;
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the program's future is of this type
    T finish() {
        return (T) join();
    }

    /** Returns what the future gives, or throws what it failed with. */
    final @Nullable Object join() {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw RequestEnds.unchecked(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    @Override
    final void onEnd(Runnable action) {
        var _ = future.whenComplete((value, failure) -> action.run());
    }

    @Override
    final boolean withdraw() {
        return false;
    }

    @Override
    public String toString() {
        return "Request[%s]".formatted(future);
    }
}

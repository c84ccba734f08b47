package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowOperation;
import tutti.messaging.runtime.Endpoint;

/** An operation of a window that was started. */
final class WindowRequest extends Request<@Nullable Void> {
    private final WindowOperation operation;

    WindowRequest(Endpoint endpoint, WindowOperation operation) {
        super(endpoint);
        this.operation = operation;
    }

    @Override
    public boolean isDone() {
        return operation.isDone();
    }

    @Override
    @Nullable
    Void finish() {
        operation.rethrow();
        return null;
    }

    @Override
    void onEnd(Runnable action) {
        var _ = operation.end().whenComplete((value, failure) -> action.run());
    }

    @Override
    boolean withdraw() {
        return false;
    }

    @Override
    public String toString() {
        return "Request[%s target rank=%d isDone=%b]".formatted(operation.name(), operation.target(), isDone());
    }
}

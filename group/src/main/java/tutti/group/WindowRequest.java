package tutti.group;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowOperation;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;

/** An operation of a window that was started. */
final class WindowRequest<T extends @Nullable Object> extends FutureRequest<T> {
    private final WindowOperation operation;
    private final Supplier<T> result;

    WindowRequest(Endpoint endpoint, WindowOperation operation, Supplier<T> result) {
        super(endpoint, operation.end());
        this.operation = operation;
        this.result = result;
    }

    @Override
    Awaited awaited() {
        return Awaited.partOf(operation.target());
    }

    @Override
    T finish() {
        OperationRecord record = endpoint().record();
        if (record != null) { // the thread that ends it may not have come so far
            recordEnd(record, operation);
        }
        operation.rethrow();
        return result.get();
    }

    /** Records how an operation has ended. */
    static void recordEnd(OperationRecord record, WindowOperation operation) {
        record.end(operation.end().isCompletedExceptionally());
    }

    @Override
    public String toString() {
        return "Request[%s target rank=%d isDone=%b]".formatted(operation.name(), operation.target(), hasEnded());
    }
}

package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.StartedCall;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.RequestWaits;
import tutti.serialization.OperationInterruptedException;

/** A collective operation that was started. */
final class CollectiveRequest<T extends @Nullable Object> extends FutureRequest<T> {
    private final StartedCall<?> running;
    private final Call<T> call;

    CollectiveRequest(Endpoint endpoint, StartedCall<?> running, Call<T> call) {
        super(endpoint, running.future());
        this.running = running;
        this.call = call;
    }

    @Override
    void begin() {
        running.begin();
    }

    @Override
    void awaitEnd(Endpoint limited) {
        if (!limited.equals(endpoint())) { // it may take longer than this thread has time
            begin();
            super.awaitEnd(limited);
            return;
        }
        running.runIfNext();
        if (!hasEnded()) {
            try {
                tell(limited.requests());
                limited.requests().awaitCall(this::hasEnded);
            } catch (OperationInterruptedException e) {
                running.interrupt(); // as if this thread ran it
                throw e;
            }
        }
    }

    @Override
    RequestWaits.Awaited awaited() {
        return RequestWaits.Awaited.OTHERS_PART;
    }

    @Override
    T finish() {
        return call.result().apply(join());
    }

    @Override
    public String toString() {
        return "Request[%s isDone=%b]".formatted(call.collective(), hasEnded());
    }
}

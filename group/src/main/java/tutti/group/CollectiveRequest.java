package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.StartedCall;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.Endpoint;
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
        boolean isForItsTime = limited.equals(endpoint());
        if (isForItsTime) {
            running.runIfNext();
        } else {
            begin(); // it may take longer than this thread has time
        }
        if (hasEnded()) {
            return;
        }
        try {
            super.awaitEnd(limited);
        } catch (OperationInterruptedException e) {
            if (isForItsTime) {
                running.interrupt(); // as if this thread ran it
            }
            throw e;
        } catch (DeadlineExceededException e) {
            if (!hasEnded()) { // else it tells whom it has waited for
                throw e;
            }
        }
    }

    @Override
    Awaited awaited() {
        return Awaited.CALL;
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

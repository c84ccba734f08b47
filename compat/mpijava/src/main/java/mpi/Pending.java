package mpi;

import java.util.Collection;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import tutti.group.Request;

/** An operation that is under way, or has ended at once. Thread-safe. */
final class Pending {
    private final Place place;
    private final String call;
    private final @Nullable Request<?> request;
    private final End end;

    /** Takes the result into the program's memory. */
    interface End {
        Status of(@Nullable Object result);
    }

    Pending(Place place, String call, @Nullable Request<?> request, End end) {
        this.place = place;
        this.call = call;
        this.request = request;
        this.end = end;
    }

    /** Returns a send. */
    static Pending send(Place place, String call, @Nullable Request<?> request) {
        return new Pending(place, call, request, result -> Status.empty());
    }

    boolean isDone() {
        return request == null || request.isDone();
    }

    void cancel() {
        if (request != null) {
            request.cancel(false);
        }
    }

    /** Waits for the end, and says what is known of it; called once. */
    Status complete() {
        return place.call(call, any -> {
            try {
                return end.of(request == null ? null : request.await());
            } catch (CancellationException e) {
                return Status.ofCancelled();
            }
        });
    }

    /** Waits until one is done. */
    static void awaitSome(Collection<Pending> all) {
        if (all.stream().anyMatch(Pending::isDone)) {
            return;
        }
        Request.awaitSome(all.stream()
                .<Request<?>>mapMulti((pending, sink) -> {
                    if (pending.request != null) {
                        sink.accept(pending.request);
                    }
                })
                .toList());
    }
}

package mpi;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import tutti.group.Request;
import tutti.mpi.MpiFailure;

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

    /** Lets it complete by itself: a receive fills its array when its message comes. */
    void free() {
        if (request != null) {
            var _ = request.toCompletableFuture().thenAccept(end::of);
        }
    }

    /** Waits for the end, and says what is known of it; called once. */
    Status complete() {
        try {
            return end();
        } catch (RuntimeException e) {
            throw place.handled(e);
        }
    }

    /** Returns the failure of a call that has completed several requests, of which this is the first that failed. */
    RuntimeException failedAmong(String name, Map<Integer, String> failures, int requests) {
        return place.failed(name, MpiFailure.inStatus(failures, requests));
    }

    /** Waits for the end, and says what is known of it; no error handler has seen the exception. Called once. */
    Status end() {
        try {
            return end.of(request == null ? null : request.await());
        } catch (CancellationException e) {
            return Status.ofCancelled();
        } catch (RuntimeException e) {
            throw place.exception(call, e);
        }
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

package mpi;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tutti.group.Request;
import tutti.mpi.MpiFailure;

/** An operation that is under way: a request of Tutti's, or an operation of an intercommunicator. Thread-safe. */
final class Pending {
    private final Place place;
    private final String call;
    private final @Nullable Request<?> request;
    private final @Nullable CompletableFuture<?> future;

    private Pending(Place place, String call, @Nullable Request<?> request, @Nullable CompletableFuture<?> future) {
        this.place = place;
        this.call = call;
        this.request = request;
        this.future = future;
    }

    static Pending of(Place place, String call, Request<?> request) {
        return new Pending(place, call, request, null);
    }

    static Pending of(Place place, String call, CompletableFuture<?> future) {
        return new Pending(place, call, null, future);
    }

    static Pending done(Place place, String call, Status status) {
        return new Pending(place, call, null, CompletableFuture.completedFuture(status));
    }

    /** Returns a receive from PROC_NULL, or a send to it. */
    static Pending ofProcNull(Place place, String call) {
        return done(place, call, Status.ofNobody());
    }

    boolean isDone() {
        return request != null ? request.isDone() : future == null || future.isDone();
    }

    void cancel() {
        if (request != null) {
            request.cancel(false);
        }
    }

    /** Lets it complete by itself: a receive fills its buffer when its message comes. */
    void free() {
        if (request != null) {
            var _ = request.toCompletableFuture(); // takes what comes
        }
    }

    /** Waits for the end, and says what is known of it. */
    Status complete() throws MPIException {
        try {
            return end();
        } catch (MPIException e) {
            throw place.handled(e);
        }
    }

    /** Returns the failure of a call that has completed several requests, of which this is the first that failed. */
    MPIException failedAmong(String call, Map<Integer, String> failures, Status[] statuses) {
        MpiFailure all = MpiFailure.inStatus(failures, statuses.length);
        return place.handled(place.exception(call, all).with(statuses));
    }

    /** Waits for the end, and says what is known of it; no error handler has seen the exception. */
    Status end() throws MPIException {
        try {
            Object result = request != null ? request.await() : future == null ? null : future.join();
            return switch (result) {
                case tutti.messaging.Status known -> Status.of(place, known);
                case Status known -> known;
                case Long bytes -> Status.ofBytes(bytes);
                case null, default -> Status.empty();
            };
        } catch (CancellationException e) {
            return Status.cancelled();
        } catch (CompletionException e) {
            throw place.exception(call, e.getCause() instanceof RuntimeException cause ? cause : e);
        } catch (RuntimeException e) {
            throw place.exception(call, e);
        }
    }

    /** Waits until one is done. */
    static void awaitSome(Collection<Pending> all) {
        if (all.stream().anyMatch(Pending::isDone)) {
            return;
        }
        if (all.stream().allMatch(pending -> pending.request != null)) {
            Request.awaitSome(all.stream()
                    .<Request<?>>mapMulti((pending, sink) -> {
                        if (pending.request != null) {
                            sink.accept(pending.request);
                        }
                    })
                    .toList());
        } else {
            CompletableFuture.anyOf(all.stream().map(Pending::toFuture).toArray(CompletableFuture<?>[]::new))
                    .handle((result, failure) -> true)
                    .join();
        }
    }

    private CompletableFuture<?> toFuture() {
        if (request != null) {
            return request.toCompletableFuture();
        }
        return future == null ? CompletableFuture.completedFuture(true) : future;
    }
}

package tutti.group;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.RequestWaits;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.OperationInterruptedException;

/**
 * An operation of a {@link NonBlockingCommunicator} that was started, and ends by itself (MPI 4.1, section 3.7).
 *
 * <p>{@link #await} waits for its end and returns what the blocking operation would, or throws what it would, each time
 * that it is called. As a {@link Future} it gives the same to code that knows nothing of Tutti, and by {@link
 * #toCompletableFuture} it is composed with others. Nothing is lost if no one awaits it. Thread-safe.
 *
 * @param <T> what the operation gives; {@link Void}, and null, if it gives nothing
 */
public abstract sealed class Request<T extends @Nullable Object> implements Future<T>
        permits EndedRequest, FutureRequest, ReceivingRequest, SendingRequest {
    /** Those that have a future and have not ended: no more than the future may be left of the program's. */
    private static final Set<Request<?>> WITH_FUTURE = ConcurrentHashMap.newKeySet();

    private static final Outcome<?> PASSED = new Outcome<@Nullable Object>(null, null);

    private final Endpoint endpoint;
    private @Nullable Outcome<T> outcome; // guarded by this
    private @Nullable CompletableFuture<T> future; // guarded by this
    private @Nullable RequestWaits told; // whose threads hear of the end; guarded by this
    private volatile boolean cancelled; // set with the lock held

    Request(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What the operation gave, or why it failed. */
    record Outcome<T extends @Nullable Object>(
            @Nullable T value, @Nullable Throwable failure) {}

    final Endpoint endpoint() {
        return endpoint;
    }

    /** Returns what the operation gives, or throws what it does; called once it is done, and once. */
    abstract T finish();

    /** Runs an action when it is done, or now if it is; the action must not block. */
    abstract void onEnd(Runnable action);

    /** Lets it begin without this thread, if it would wait for this thread to do it. */
    void begin() {}

    /** Returns whether it has ended well and gives nothing, so that {@link #finish} would do nothing. */
    boolean hasPassed() {
        return false;
    }

    /** Takes it back if it has not begun; returns false if it has. */
    abstract boolean withdraw();

    /** Returns its place in the order in which the member's requests have ended, or 0 if it has not. */
    abstract long completion();

    /**
     * Returns whether the operation has ended, in whatever way; never waits. MPI's test.
     *
     * <p>If it has, and was a receive into a buffer, the buffer holds the message: the thread that asks first may have
     * to copy it there.
     */
    @Override
    public final boolean isDone() {
        if (!hasEnded()) {
            return false;
        }
        settle();
        return true;
    }

    /** Returns whether the operation has ended; what it has received may not be in its buffer yet. */
    final boolean hasEnded() {
        return completion() != 0;
    }

    /** Leaves nothing to do for {@link #await} that the program's memory waits for. It has ended. */
    void settle() {}

    /**
     * Waits until it is done.
     *
     * @param limited the member's endpoint, with the time that this may take
     */
    abstract void awaitEnd(Endpoint limited);

    /** Returns what ends it. */
    Awaited awaited() {
        return Awaited.OTHERS_PART;
    }

    /** Waits, and counts that as waiting for this if it is recorded. */
    private <W> W counted(Supplier<W> wait) {
        OperationRecord record = endpoint.record();
        return record == null ? wait.get() : record.awaiting(wait);
    }

    /**
     * Waits until the operation has ended.
     *
     * @return what the blocking operation returns
     * @throws DeadlineExceededException if the communicator has a deadline and it is over; it counts from the start.
     *     The operation continues
     * @throws OperationInterruptedException if the thread is interrupted while it waits. A message continues; a
     *     collective operation fails in all members, as the blocking one does
     * @throws CancellationException if it was cancelled
     */
    public final T await() {
        if (!hasEnded()) {
            try {
                awaitEnd();
            } catch (RuntimeException e) {
                if (!isCancelled()) { // by another thread, meanwhile
                    throw e;
                }
            }
        }
        Outcome<T> end = outcome();
        if (cancelled) {
            throw new CancellationException("request was cancelled");
        }
        Throwable failure = end.failure();
        if (failure != null) {
            RequestEnds.showCaller(failure);
            throw RequestEnds.unchecked(failure);
        }
        return valueOf(end);
    }

    private void awaitEnd() {
        if (endpoint.record() == null) {
            awaitEnd(endpoint);
        } else {
            counted(() -> {
                awaitEnd(endpoint);
                return true;
            });
        }
    }

    @SuppressWarnings("NullAway") // it is null where T may be
    private static <T extends @Nullable Object> T valueOf(Outcome<T> outcome) {
        return outcome.value();
    }

    /** Returns how it has ended, and does what is left to do for that. */
    @SuppressWarnings("unchecked") // of one that gives nothing
    final Outcome<T> outcome() {
        return hasPassed() ? (Outcome<T>) PASSED : finished();
    }

    private synchronized Outcome<T> finished() {
        Outcome<T> known = outcome;
        if (known == null) {
            try {
                known = new Outcome<>(finish(), null);
            } catch (Throwable e) {
                known = new Outcome<>(null, e);
            }
            outcome = known;
        }
        return known;
    }

    /**
     * Takes a receive back that has not got a message.
     *
     * @return false if it has one, or this is no receive; it ends by itself then. A send is never taken back: its
     *     receiver may know of the message. Nor is a collective operation: others wait for it.
     */
    @Override
    public final synchronized boolean cancel(boolean mayInterruptIfRunning) {
        if (hasEnded() || !withdraw()) {
            return false;
        }
        cancelled = true; // seen by all that find the request ended, because they take this lock
        return true;
    }

    @Override
    public final synchronized boolean isCancelled() {
        return cancelled;
    }

    @Override
    public final T get() throws InterruptedException, ExecutionException {
        boolean hadEnded = hasEnded();
        try {
            return await();
        } catch (CancellationException e) {
            if (isCancelled()) {
                throw e;
            }
            throw new ExecutionException(e); // of a future of the program
        } catch (OperationInterruptedException e) {
            if (hadEnded) {
                throw new ExecutionException(e); // not this thread was interrupted
            }
            throw interrupted(e);
        } catch (RuntimeException | Error e) {
            throw new ExecutionException(e);
        }
    }

    @Override
    public final T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Duration time = Duration.ofNanos(unit.toNanos(timeout));
        if (!hasEnded() && timeout <= 0) {
            throw new TimeoutException("request has not ended");
        }
        if (!hasEnded() && !endpoint.requests().endsWithin(time)) { // else its own deadline is over first
            try {
                counted(() -> {
                    awaitEnd(endpoint.within(time));
                    return true;
                });
            } catch (DeadlineExceededException e) {
                TimeoutException late = new TimeoutException(e.getMessage());
                late.initCause(e);
                throw late;
            } catch (OperationInterruptedException e) {
                throw interrupted(e);
            } catch (RuntimeException | Error e) {
                if (!hasEnded()) {
                    throw new ExecutionException(e);
                }
            }
        }
        return get();
    }

    private static InterruptedException interrupted(OperationInterruptedException e) {
        InterruptedException interrupt = new InterruptedException(e.getMessage());
        interrupt.initCause(e);
        return interrupt;
    }

    /**
     * Returns a future that completes when the operation has ended, without a thread that waits for it.
     *
     * <p>What depends on it runs in a virtual thread. To cancel it does not cancel the operation. It also completes if
     * the program keeps nothing else, neither this request nor its communicator.
     */
    public final synchronized CompletableFuture<T> toCompletableFuture() {
        CompletableFuture<T> known = future;
        if (known == null) {
            CompletableFuture<T> made = new CompletableFuture<>();
            future = made;
            known = made;
            WITH_FUTURE.add(this);
            endpoint.requests().callsBack();
            onEnd(() -> Thread.startVirtualThread(() -> complete(made)));
            begin();
        }
        return known;
    }

    private void complete(CompletableFuture<T> target) {
        WITH_FUTURE.remove(this);
        try {
            target.complete(await());
        } catch (Throwable e) {
            target.completeExceptionally(e);
        } finally {
            endpoint.requests().calledBack();
        }
    }

    /** From now on the end of this wakes threads that wait at a place. */
    final void tell(RequestWaits place) {
        synchronized (this) {
            if (place.isSamePlace(told)) {
                return;
            }
            told = place;
        }
        onEnd(place::ended);
    }

    /**
     * Waits until all of some requests of a member have ended.
     *
     * @throws RuntimeException what the first that ended of those that failed has failed with; the others' failures are
     *     suppressed in it, in the order in which they ended, and after them those of requests that continue
     */
    public static void awaitAll(Collection<? extends Request<?>> requests) {
        RequestEnds.awaitAll(requests);
    }

    /**
     * Waits until one of some requests of a member has ended, whether it failed or not.
     *
     * @return the one that ended first, wherever it stands among them: none waits for others that are started again and
     *     again. What it has received is in its buffer. Remove it before the next call
     * @throws IllegalArgumentException if there are none
     */
    public static <R extends Request<?>> R awaitAny(Collection<R> requests) {
        return awaitSome(requests).getFirst();
    }

    /**
     * Waits until at least one of some requests of a member has ended, whether it failed or not.
     *
     * <p>Requests of all the member's groups have one order in which they end: messages, collective operations and
     * operations of windows. Those of several members have none.
     *
     * @return all that have ended, in the order in which they ended; what they have received is in their buffers.
     *     Remove them before the next call
     * @throws IllegalArgumentException if there are none
     */
    public static <R extends Request<?>> List<R> awaitSome(Collection<R> requests) {
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("no request to wait for: a wait for none would never end");
        }
        List<R> ended = RequestEnds.done(requests);
        if (ended == null) {
            Request<?> first = requests.iterator().next();
            RequestWaits place = first.endpoint().requests();
            for (Request<?> request : requests) {
                request.tell(place);
                request.begin();
            }
            ended = first.counted(() -> RequestEnds.awaitSome(place, requests));
        }
        ended.forEach(Request::settle);
        return ended;
    }
}

package tutti.group;

import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.Collective;

/**
 * An operation of a {@link PersistentCommunicator} or a {@link PersistentNeighborhood} that was prepared, and runs as
 * often as it is started, one run after the other.
 *
 * <p>Prepared, it costs nothing: there is nothing to free. Thread-safe.
 *
 * @param <T> what a run gives; {@link Void}, and null, if it gives nothing
 */
public final class PersistentRequest<T extends @Nullable Object> {
    private final String what;
    private final Supplier<Request<T>> starting;
    private final @Nullable Supplier<T> running;
    private @Nullable Request<T> last; // guarded by this

    /** Makes a request of an operation that is run as it is started. */
    PersistentRequest(String what, Supplier<Request<T>> starting) {
        this(what, starting, null);
    }

    /**
     * Makes a request.
     *
     * @param what names the operation
     * @param running does a whole run in the calling thread
     */
    private PersistentRequest(String what, Supplier<Request<T>> starting, @Nullable Supplier<T> running) {
        this.what = what;
        this.starting = starting;
        this.running = running;
    }

    /** Prepares a call, which is made anew for each run: it takes what objects hold then. */
    static <T extends @Nullable Object> PersistentRequest<T> of(
            MessageCommunication communicator, Supplier<Call<T>> call) {
        Collective<?> collective = call.get().collective();
        collective.check(communicator.rank(), communicator.size());
        return new PersistentRequest<>(
                collective.toString(), () -> communicator.start(call.get()), () -> communicator.run(call.get()));
    }

    /**
     * Starts a run, and returns without waiting.
     *
     * @return this run, which is awaited by it or by {@link #await}
     * @throws IllegalStateException if the run before has not ended: its buffers are still in use
     */
    public synchronized Request<T> start() {
        requireEnded();
        Request<T> started = starting.get();
        last = started;
        return started;
    }

    private void requireEnded() {
        if (last != null && !last.isDone()) {
            throw new IllegalStateException(
                    "request is started again before its last run has ended: %s; await it first".formatted(last));
        }
    }

    /** Returns whether no run is under way. */
    public synchronized boolean isDone() {
        return last == null || last.isDone();
    }

    /**
     * Waits until the last run that was started has ended, as {@link Request#await} does.
     *
     * @return what the run gives
     * @throws IllegalStateException if none was started
     */
    public T await() {
        return lastRun().await();
    }

    private synchronized Request<T> lastRun() {
        if (last == null) {
            throw new IllegalStateException("nothing to wait for: %s; call start first".formatted(this));
        }
        return last;
    }

    /**
     * Does a whole run: what {@link #start} and {@link #await} do, for less, because no other thread takes part.
     *
     * @throws IllegalStateException if a run that was started has not ended
     */
    public T run() {
        if (running == null) {
            return start().await();
        }
        synchronized (this) {
            requireEnded();
        }
        return running.get();
    }

    /** Starts a run of each, in the order given. */
    public static void startAll(Collection<? extends PersistentRequest<?>> requests) {
        for (PersistentRequest<?> request : requests) {
            var _ = request.start();
        }
    }

    /**
     * Waits until the last runs of all have ended, as {@link Request#awaitAll} does.
     *
     * @throws IllegalStateException if one was not started; waits for none then
     */
    public static void awaitAll(Collection<? extends PersistentRequest<?>> requests) {
        Request.awaitAll(
                requests.stream().<Request<?>>map(PersistentRequest::lastRun).toList());
    }

    @Override
    public synchronized String toString() {
        return "PersistentRequest[%s%s]".formatted(what, last == null ? " not started" : " isDone=" + last.hasEnded());
    }
}

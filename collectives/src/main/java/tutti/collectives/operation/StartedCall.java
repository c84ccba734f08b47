package tutti.collectives.operation;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A collective call that was started.
 *
 * <p>Thread-safe.
 *
 * @param <R> what it gives
 */
public final class StartedCall<R extends @Nullable Object> {
    private final StartedCalls calls;
    private final Work<R> work;
    private final CompletableFuture<R> future = new CompletableFuture<>();
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private boolean hasBegun; // guarded by this
    private boolean isInterrupted; // guarded by this

    StartedCall(StartedCalls calls, Work<R> work) {
        this.calls = calls;
        this.work = work;
    }

    /** What the member does. */
    interface Work<R extends @Nullable Object> {
        /**
         * Does it.
         *
         * @param isInterrupted whether it is to fail at once in all members
         */
        R run(boolean isInterrupted);
    }

    /** Completes when the call has ended; to cancel it does not end the call, for which other members wait. */
    public CompletableFuture<R> future() {
        return future;
    }

    /** Does the call in the calling thread, which would wait for it otherwise, if it is the next and has not begun. */
    public void runIfNext() {
        calls.runIfNext(this);
    }

    /** Lets the call begin as soon as those before have ended, in a thread of its own. */
    public void begin() {
        calls.begin();
    }

    /** Has the call fail in all members, as one that waits and is interrupted. */
    public void interrupt() {
        calls.interrupt(this);
    }

    /** Gives the calling thread, which is to do the call, the context of the one that has started it. */
    void adoptContext() {
        Thread.currentThread().setContextClassLoader(loader);
    }

    /** Does the call. */
    void run() {
        boolean fails;
        boolean wasInterrupted = Thread.currentThread().isInterrupted();
        synchronized (this) {
            hasBegun = true;
            fails = isInterrupted;
        }
        R value;
        try {
            value = work.run(fails);
        } catch (Throwable failure) {
            if (fails && !wasInterrupted) {
                Thread.interrupted(); // it was another thread that was interrupted
            }
            future.completeExceptionally(failure);
            return;
        }
        future.complete(value);
    }

    /** Returns whether it has not begun, and will be interrupted when it does. */
    synchronized boolean interruptWhenItBegins() {
        isInterrupted |= !hasBegun;
        return !hasBegun;
    }
}

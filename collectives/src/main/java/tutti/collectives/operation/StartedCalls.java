package tutti.collectives.operation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;

/**
 * The calls of one member in one group that it has started without waiting for them.
 *
 * <p>They run in the order in which they were started, each in a virtual thread of its own that waits for the one before
 * it. Thread-safe.
 */
final class StartedCalls {
    private volatile @Nullable Thread last;
    private volatile @Nullable Thread running;

    /**
     * Runs a call after those that have been started before.
     *
     * @return completes when the call has ended; to cancel it does not end the call, for which other members wait
     */
    synchronized <R extends @Nullable Object> CompletableFuture<R> start(Supplier<R> call) {
        CompletableFuture<R> result = new CompletableFuture<>();
        AtomicReference<@Nullable Thread> before = new AtomicReference<>(last);
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            awaitEnd(before.getAndSet(null)); // and forget it, or all threads would stay reachable
            run(call, result);
        });
        last = thread;
        thread.start();
        return result;
    }

    private <R extends @Nullable Object> void run(Supplier<R> call, CompletableFuture<R> result) {
        running = Thread.currentThread();
        R value;
        try {
            value = call.get();
        } catch (Throwable failure) {
            running = null;
            result.completeExceptionally(failure);
            return;
        }
        running = null;
        result.complete(value);
    }

    /** Waits until all calls that have been started have ended, unless the calling thread runs one of them. */
    void awaitEnd() {
        Thread known = last;
        if (known != null && !Thread.currentThread().equals(running)) {
            awaitEnd(known);
            forget(known);
        }
    }

    private synchronized void forget(Thread ended) {
        if (ended.equals(last)) {
            last = null;
        }
    }

    private static void awaitEnd(@Nullable Thread thread) {
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while waiting for an earlier collective call", e);
        }
    }
}

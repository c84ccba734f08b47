package mpi;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Operations of an intercommunicator that were started: they run one after the other, in the order of starting.
 * Thread-safe.
 */
final class Background {
    private CompletableFuture<@Nullable Void> last = CompletableFuture.completedFuture(null); // guarded by this

    /** Waits for what was started so far. */
    void await() {
        latest().handle((result, failure) -> true).join();
    }

    private synchronized CompletableFuture<@Nullable Void> latest() {
        return last;
    }

    synchronized CompletableFuture<@Nullable Void> start(Runnable operation) {
        CompletableFuture<@Nullable Void> before = last;
        CompletableFuture<@Nullable Void> started = new CompletableFuture<>();
        last = started;
        Thread.ofVirtual().name("mpi-intercommunicator").start(() -> {
            before.handle((result, failure) -> true).join();
            try {
                operation.run();
                started.complete(null);
            } catch (Throwable e) {
                started.completeExceptionally(e);
            }
        });
        return started;
    }
}

package tutti.collectives.operation;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;

/**
 * The calls of one member in one group that it has started without waiting for them.
 *
 * <p>They run one after the other, in the order in which they were started: in a virtual thread, or in the thread that
 * waits for the next of them, if that comes first, because it would be woken otherwise. Thread-safe.
 */
final class StartedCalls {
    private final Queue<StartedCall<?>> queue = new ArrayDeque<>(1); // those that have not begun; guarded by this
    private boolean isStarting; // a virtual thread is about to run them; guarded by this
    private volatile @Nullable Thread runner; // runs one of them; changed under this
    private volatile @Nullable StartedCall<?> last;

    /** Runs a call after those that have been started before. */
    synchronized <R extends @Nullable Object> StartedCall<R> start(StartedCall.Work<R> call) {
        StartedCall<R> started = new StartedCall<>(this, call);
        queue.add(started);
        last = started;
        startRunner();
        return started;
    }

    private synchronized void startRunner() {
        if (runner == null && !isStarting && !queue.isEmpty()) {
            isStarting = true;
            Thread.startVirtualThread(this::runQueued);
        }
    }

    private void runQueued() {
        while (true) {
            StartedCall<?> next;
            synchronized (this) {
                Thread.interrupted(); // was for the call before
                isStarting = false;
                next = runner == null ? queue.poll() : null;
                if (next == null) {
                    return;
                }
                runner = Thread.currentThread();
            }
            run(next);
        }
    }

    private void run(StartedCall<?> call) {
        try {
            call.run();
        } finally {
            runner = null;
        }
    }

    /** Runs a call in the calling thread if it is the next, and no thread runs them. */
    void runIfNext(StartedCall<?> call) {
        synchronized (this) {
            if (runner != null || !call.equals(queue.peek())) {
                return;
            }
            queue.remove();
            runner = Thread.currentThread();
        }
        run(call);
        startRunner();
    }

    /** Has a call fail as one whose thread is interrupted: now, or when it begins. */
    synchronized void interrupt(StartedCall<?> call) {
        Thread running = runner;
        if (!call.interruptWhenItBegins() && running != null && !call.future().isDone()) {
            running.interrupt();
        }
    }

    /** Waits until all calls that have been started have ended, unless the calling thread runs one of them. */
    void awaitEnd() {
        StartedCall<?> known = last;
        if (known == null || Thread.currentThread().equals(runner)) {
            return;
        }
        runIfNext(known);
        try {
            known.future().get();
        } catch (ExecutionException e) {
            // those who await the call hear of it
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while waiting for an earlier collective call", e);
        }
        forget(known);
    }

    private synchronized void forget(StartedCall<?> ended) {
        if (ended.equals(last)) {
            last = null;
        }
    }
}

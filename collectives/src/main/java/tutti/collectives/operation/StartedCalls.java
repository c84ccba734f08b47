package tutti.collectives.operation;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.RequestWaits;

/**
 * The calls of one member in one group that it has started without waiting for them.
 *
 * <p>They run one after the other, in the order in which they were started: in a virtual thread, or in the thread that
 * waits for the next of them, if that comes first, because it would be woken otherwise.
 *
 * <p>To wake a thread takes longer than a short call. So the virtual thread starts at once only for long calls, and for
 * members in virtual threads, which take little; else a timer looks whether the member has come to wait, and starts the
 * thread if not. Thread-safe.
 */
final class StartedCalls {
    private static final int LONG_BYTES = 256 * 1024;

    /** Begins what the member has not come to wait for, after one to two such times. */
    private static final Executor TIMER = CompletableFuture.delayedExecutor(200, TimeUnit.MICROSECONDS, Runnable::run);

    /** No children of the member's thread, which would count as started by the program. */
    private static final Thread.Builder RUNNERS =
            Thread.ofVirtual().name("tutti-started-call").inheritInheritableThreadLocals(false);

    private final Queue<StartedCall<?>> queue = new ArrayDeque<>(1); // those that have not begun; guarded by this
    private boolean isStarting; // a virtual thread is about to run them; guarded by this
    private boolean isWatched; // the timer is about to look; guarded by this

    /** At the last look, the first that had not begun, or else the last; guarded by this. */
    private @Nullable StartedCall<?> seen;

    private volatile @Nullable Thread runner; // runs one of them; changed under this
    private volatile @Nullable StartedCall<?> last;

    /**
     * Runs a call after those that have been started before.
     *
     * @param bytes of its buffers, or 0 if that is not known
     */
    synchronized <R extends @Nullable Object> StartedCall<R> start(StartedCall.Work<R> call, long bytes) {
        StartedCall<R> started = new StartedCall<>(this, call);
        queue.add(started);
        last = started;
        if (bytes >= LONG_BYTES || Thread.currentThread().isVirtual()) {
            begin();
        } else {
            watch();
        }
        return started;
    }

    private void watch() {
        if (!isWatched) {
            isWatched = true;
            TIMER.execute(this::look);
        }
    }

    /** Starts the thread if a call was there at the last look; looks again as long as calls are started. */
    private synchronized void look() {
        StartedCall<?> first = queue.peek();
        if (first != null && first.equals(seen)) {
            begin();
        }
        StartedCall<?> latest = first == null ? last : first;
        isWatched = false;
        if (latest != null && !latest.equals(seen)) {
            watch();
        }
        seen = latest;
    }

    /** Starts the thread for calls that have not begun. */
    synchronized void begin() {
        if (runner == null && !isStarting && !queue.isEmpty()) {
            isStarting = true;
            RUNNERS.start(this::runQueued);
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
            next.adoptContext();
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
                begin();
                return;
            }
            queue.remove();
            runner = Thread.currentThread();
        }
        run(call);
        synchronized (this) {
            if (!queue.isEmpty()) {
                watch();
            }
        }
    }

    /** Has a call fail as one whose thread is interrupted: now, or when it begins. */
    synchronized void interrupt(StartedCall<?> call) {
        Thread running = runner;
        if (!call.interruptWhenItBegins() && running != null && !call.future().isDone()) {
            running.interrupt();
        }
    }

    /** Waits until all calls that have been started have ended, unless the calling thread runs one of them. */
    void awaitEnd(RequestWaits place) {
        StartedCall<?> known = last;
        if (known == null || Thread.currentThread().equals(runner)) {
            return;
        }
        if (place.isLimited()) {
            begin(); // it may take longer than this thread has time
        } else {
            runIfNext(known);
        }
        if (!known.future().isDone()) {
            var _ = known.future().whenComplete((value, failure) -> place.ended());
            place.awaitCall(known.future()::isDone);
        }
        forget(known); // those who await the call hear of its failure
    }

    private synchronized void forget(StartedCall<?> ended) {
        if (ended.equals(last)) {
            last = null;
        }
    }
}

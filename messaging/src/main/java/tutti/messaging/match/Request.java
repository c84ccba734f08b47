package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A send or a receive that was started and ends by itself: can be tested, awaited, cancelled, and asked to call back.
 *
 * <p>Thread-safe.
 */
public abstract class Request {
    private static final AtomicLongFieldUpdater<Request> COMPLETION =
            AtomicLongFieldUpdater.newUpdater(Request.class, "completion");

    private final @Nullable CompletionOrder order;
    private volatile long completion; // 0 until it has ended
    private volatile @Nullable List<Runnable> actions; // changed under this

    /**
     * Makes one that has not ended.
     *
     * @param order where it takes its place when it ends, or null if no one asks for that
     */
    Request(@Nullable CompletionOrder order) {
        this.order = order;
    }

    /** Returns whether it has ended, in whatever way; never blocks. */
    public boolean isDone() {
        return completion != 0;
    }

    /** Returns its place in the order in which requests have ended, or 0 if it has not. */
    public final long completion() {
        return completion;
    }

    /** It has ended; what else is known of that is written before. Called by one thread, or under a lock. */
    final void end() {
        if (completion == 0) {
            completion = nextPlace();
        }
    }

    /**
     * It has ended, as only the calling thread needs to know: no other waits for it, or has given it an action. So
     * nothing must be visible before that thread looks whether another sleeps.
     */
    final void endHere() {
        COMPLETION.lazySet(this, nextPlace());
    }

    /** Ends at a place that was taken before. */
    final void end(long place) {
        completion = place;
    }

    final long nextPlace() {
        return order == null ? 1 : order.next();
    }

    /** Returns whether what has ended has failed, or was taken back. */
    public abstract boolean hasFailed();

    /**
     * Takes it back, if it has not begun.
     *
     * @return false if it has, and ends by itself
     */
    public abstract boolean cancel();

    /**
     * Runs an action once, when this has ended: in the calling thread if it has, else in the thread that ends it.
     *
     * @param action must not block
     */
    public final void onCompletion(Runnable action) {
        if (!add(action)) {
            action.run();
        }
    }

    /** Adds an action; returns false if this has ended, and has not taken the action. */
    private synchronized boolean add(Runnable action) {
        if (isDone()) {
            return false;
        }
        List<Runnable> waiting = actions;
        if (waiting == null) {
            waiting = new ArrayList<>(1);
        }
        waiting.add(action);
        actions = waiting; // after the action, since the thread that ends this looks without the lock
        if (!isDone()) {
            return true;
        }
        waiting.removeLast(); // that thread may have looked before
        return false;
    }

    /** It may have ended: if {@link #isDone} says so, runs what waits for that. Called outside of all locks. */
    final void completed() {
        if (actions == null) {
            return; // as mostly: what is added later finds that this has ended
        }
        List<Runnable> waiting;
        synchronized (this) {
            if (!isDone()) {
                return; // it has begun to travel, and ends with its receipt
            }
            waiting = actions;
            actions = null;
        }
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
    }
}

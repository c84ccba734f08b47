package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A send or a receive that was started and ends by itself: can be tested, awaited, cancelled, and asked to call back.
 *
 * <p>Thread-safe.
 */
public abstract class Request {
    private volatile @Nullable List<Runnable> actions; // changed under this

    Request() {}

    /** Returns whether it has ended, in whatever way; never blocks. */
    public abstract boolean isDone();

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

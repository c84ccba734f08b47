package tutti.messaging.progress;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether members poll, for the engine's thread.
 *
 * <p>A member that begins while no other polls stops by a plain write: an atomic operation there would delay what it
 * has found. Thread-safe.
 */
final class PollingMembers {
    private final AtomicBoolean alone = new AtomicBoolean(); // a member began when no other was
    private final AtomicInteger others = new AtomicInteger();

    /** A member begins, and is seen before it looks at anything else; returns what it must say when it stops. */
    boolean start() {
        if (!alone.get() && alone.compareAndSet(false, true)) {
            return true;
        }
        others.incrementAndGet();
        return false;
    }

    /**
     * A member stops; others may see that a moment later.
     *
     * @param isAlone what it was told when it began
     */
    void stop(boolean isAlone) {
        if (isAlone) {
            alone.setRelease(false);
        } else {
            others.decrementAndGet();
        }
    }

    boolean any() {
        return alone.get() || others.get() > 0;
    }
}

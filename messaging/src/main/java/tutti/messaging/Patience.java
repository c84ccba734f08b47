package tutti.messaging;

import org.jspecify.annotations.Nullable;

/**
 * How long the threads of one process look on before they park, and what they get done meanwhile.
 *
 * <p>Thread-safe.
 */
final class Patience {
    private final WaitStrategy strategy;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private volatile @Nullable Watchman watchman;
    private volatile long spinNanos;
    private volatile long yieldNanos;

    Patience(WaitStrategy strategy) {
        this.strategy = strategy;
        expectMembers(1);
    }

    /** Learns how many members share this host, as far as this process knows. */
    void expectMembers(int onHost) {
        spinNanos = strategy.spinning(onHost, cores).toNanos();
        yieldNanos = strategy.yielding(onHost, cores).toNanos();
    }

    /** From now on, members that wait look at shared memory themselves. */
    void share(Watchman newWatchman) {
        watchman = newWatchman;
    }

    long spinNanos() {
        return spinNanos;
    }

    long yieldNanos() {
        return yieldNanos;
    }

    /** Takes in what has come from other processes of this host. */
    void poll() {
        Watchman current = watchman;
        if (current != null) {
            current.poll();
        }
    }

    /** The calling thread begins to look on. */
    void startLooking() {
        Watchman current = watchman;
        if (current != null) {
            current.startLooking();
        }
    }

    /** The calling thread has found what it waited for, or gives up. */
    void stopLooking() {
        Watchman current = watchman;
        if (current != null) {
            current.stopLooking();
        }
    }

    /** The calling thread is about to park, and has registered for being woken; it must look once more after this. */
    void startParking() {
        Watchman current = watchman;
        if (current != null) {
            current.startParking();
        }
    }

    /** The calling thread does not park any more. */
    void stopParking() {
        Watchman current = watchman;
        if (current != null) {
            current.stopParking();
        }
    }
}

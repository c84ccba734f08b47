package tutti.messaging.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * How the member that leads sleeps: in the selector, which wakes it, or by naps while a wait is young and something is
 * polled that cannot ring.
 *
 * <p>A nap takes a quarter of the time waited so far, so that a wait ends late by a quarter at most, and a long one
 * costs little. The selector counts in milliseconds. Used by the thread that drives the loop, but for {@link
 * #expectSilence}.
 */
final class LeaderSleep {
    private static final long LONGEST_NAP_NANOS = 500_000;
    private static final long SHORTEST_NAP_NANOS = 10_000;
    private static final int NAPS_PER_WAIT = 4;

    private final CallerRunsEventLoop loop;
    private volatile boolean silent;
    private long sinceNanos;

    LeaderSleep(CallerRunsEventLoop loop) {
        this.loop = loop;
    }

    /** Learns that something is polled that cannot ring: from now on no thread sleeps for longer than a moment. */
    void expectSilence() {
        silent = true;
        loop.sleepAtMost(LONGEST_NAP_NANOS);
    }

    /** A member begins to lead. */
    void begin() {
        if (silent) {
            sinceNanos = System.nanoTime();
        }
    }

    /** Sleeps until a socket or another thread wakes this one, or for a moment, for so long at most. */
    void sleep(long nanos) {
        long napNanos = silent ? (System.nanoTime() - sinceNanos) / NAPS_PER_WAIT : Long.MAX_VALUE;
        if (napNanos < LONGEST_NAP_NANOS) {
            loop.block(0);
            LockSupport.parkNanos(this, Math.min(nanos, Math.max(napNanos, SHORTEST_NAP_NANOS)));
        } else {
            loop.block(nanos);
        }
    }
}

package tutti.messaging.progress;

import java.time.Duration;

/**
 * How long a waiting thread looks for what it waits for before it sleeps.
 *
 * @param spinNanos spin of a platform thread
 * @param longSpinNanos the same, if a longer spin seems to be worthwhile ({@link AdaptiveSpin})
 * @param virtualSpinNanos spin of a virtual thread
 * @param yieldNanos for how long a platform thread that does not spin offers its core to others
 */
record WaitTimes(long spinNanos, long longSpinNanos, long virtualSpinNanos, long yieldNanos) {
    private static final long SILENT_SPIN_NANOS = 500_000;

    static final WaitTimes NONE = new WaitTimes(0, 0, 0, 0);

    WaitTimes(Duration spin, Duration longSpin, Duration virtualSpin, Duration yield) {
        this(spin.toNanos(), longSpin.toNanos(), virtualSpin.toNanos(), yield.toNanos());
    }

    /** Returns whether a place at which threads wait may change the length of their spin. */
    boolean areAdapted() {
        return longSpinNanos > spinNanos;
    }

    /** Returns what is worthwhile where nothing wakes a thread that sleeps. */
    WaitTimes whereNothingRings() {
        return areAdapted() ? new WaitTimes(spinNanos, SILENT_SPIN_NANOS, virtualSpinNanos, yieldNanos) : this;
    }
}

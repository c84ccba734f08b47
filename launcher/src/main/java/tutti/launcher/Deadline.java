package tutti.launcher;

import java.time.Duration;

/**
 * A point in time until which several waits may last together.
 *
 * @param nanos the point on the clock of {@link System#nanoTime()}
 */
record Deadline(long nanos) {

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** Returns the time that is left; not negative. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }
}

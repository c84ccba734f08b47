package tutti.junit;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * When a test's time is up, by this JVM's monotonic clock: a wall clock that is set does not change it.
 *
 * @param nanoTime as {@link System#nanoTime} counts
 */
record Deadline(long nanoTime) {

    /** Returns the deadline that is so far away. */
    static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /** Returns the deadline that was so far away when this JVM was started. */
    static Deadline sinceStart(Duration duration) {
        return in(duration.minusMillis(ManagementFactory.getRuntimeMXBean().getUptime()));
    }

    /** Returns how long it is away; zero if it is over. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }
}

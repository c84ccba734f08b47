package tutti.messaging.progress;

import java.time.Duration;

/**
 * How long an operation may take, and when that is over.
 *
 * @param duration from the beginning of the operation
 * @param endNanos its end, on the clock
 */
public record Deadline(Duration duration, long endNanos, Scheduling clock) {
    private static final long MOST_FOR_ANSWERS_NANOS = 500_000_000;

    /** Returns the limit of an operation that begins now. */
    public static Deadline from(Duration duration, Scheduling clock) {
        return new Deadline(duration, clock.nanoTime() + duration.toNanos(), clock);
    }

    public long leftNanos() {
        return endNanos - clock.nanoTime();
    }

    /**
     * Returns how long before the end the others must be asked what they are doing, so that their answers can be told.
     */
    public long answersTakeNanos() {
        return Math.min(duration.toNanos() / 2, MOST_FOR_ANSWERS_NANOS);
    }
}

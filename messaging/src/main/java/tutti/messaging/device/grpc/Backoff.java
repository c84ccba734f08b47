package tutti.messaging.device.grpc;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a {@link ReconnectingCall} waits: for a connection, for an answer, and until the next call.
 *
 * <p>Limits double with each call that takes too long, because the peer's host may be busy. Guarded by the call.
 */
final class Backoff {
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final int MOST_DOUBLINGS = 5;

    /** How long the first answer may take; the peer may be busy starting. */
    private static final long FIRST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * How long the host may take to accept a connection before it is asked anew; a bound on what is lost when the
     * network comes back.
     */
    private static final long CONNECT_MILLIS = 1_000;

    /** How long an answer, encryption included, may take when the connection has broken before it is asked for anew. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Duration limit;
    private int failures; // since something has arrived
    private int overdue; // how many of the failures were calls that took too long
    private long brokenSinceNanos; // means something only if there were failures

    /**
     * Begins without a failure.
     *
     * @param limit how long the connection may be broken
     */
    Backoff(Duration limit) {
        this.limit = limit;
    }

    /** Something has arrived. */
    void succeeded() {
        failures = 0;
        overdue = 0;
    }

    /** A call has broken. */
    void failed(boolean tookTooLong) {
        if (failures++ == 0) {
            brokenSinceNanos = System.nanoTime();
        }
        if (tookTooLong) {
            overdue = Math.min(overdue + 1, MOST_DOUBLINGS);
        }
    }

    boolean hasFailed() {
        return failures > 0;
    }

    /**
     * Returns whether the connection may still be broken when the pause before the next call is over. A call without
     * time would say only that it had none, in place of why the last one broke.
     */
    boolean hasTime() {
        long pauseNanos = TimeUnit.MILLISECONDS.toNanos(pauseMillis());
        return System.nanoTime() - brokenSinceNanos + pauseNanos < limit.toNanos();
    }

    Duration limit() {
        return limit;
    }

    /** Returns how long connecting may take. */
    int connectMillis() {
        return (int) Math.min(CONNECT_MILLIS << overdue, Math.max(CONNECT_MILLIS, limit.toMillis()));
    }

    /** Returns how long the answer may take. */
    long answerNanos() {
        return failures == 0
                ? FIRST_ANSWER_NANOS
                : Math.min(
                        ANSWER_NANOS << overdue, Math.max(0, brokenSinceNanos + limit.toNanos() - System.nanoTime()));
    }

    /** Returns how long to wait before the next call. */
    long pauseMillis() {
        return FIRST_PAUSE_MILLIS << Math.min(failures - 1, MOST_DOUBLINGS);
    }
}

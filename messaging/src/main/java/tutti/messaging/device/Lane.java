package tutti.messaging.device;

import java.time.Duration;

/**
 * The way on which frames go to one peer, as the connection to the peer sees it.
 *
 * <p>Thread-safe. Nothing blocks but {@link #finish}.
 */
public interface Lane {
    /** Writes what is queued: the peer has answered. */
    void resume();

    /**
     * Writes everything, however long that takes, as long as the peer takes anything.
     *
     * @param handOverLimit how long receivers may take nothing; then their process gets what was held back for them
     * @param idleLimit how long the process may take nothing; then the rest is lost
     * @return whether everything is written
     */
    boolean finish(Duration handOverLimit, Duration idleLimit) throws InterruptedException;

    /** Returns a number that grows as long as the peer reads. */
    long progress();

    /** Returns how many messages of members have not been written as a whole; those that were dropped count, too. */
    int unwrittenMessages();

    /** Returns how many bytes for members were written of which it is not known that the peer has them. */
    long unconfirmedBytes();

    /** Drops what is queued, now and later, and wakes threads that wait for room: the peer is gone. Idempotent. */
    void close();

    /** Returns whether the peer is gone. */
    boolean isClosed();
}

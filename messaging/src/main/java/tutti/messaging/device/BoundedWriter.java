package tutti.messaging.device;

import java.time.Duration;
import tutti.messaging.match.Envelope;
import tutti.serialization.Chunk;

/**
 * Writes frames to one process as long as there is room for them: in memory that the process reads, or in messages that
 * are under way.
 *
 * <p>Thread-safe. Nothing blocks but {@link #finish}.
 */
public interface BoundedWriter extends BufferSender.Way {
    /** Writes a frame if there is room for it, and for one of the largest size besides; returns whether there was. */
    boolean tryWrite(Frame frame, Chunk body);

    /** Writes a whole message of one chunk, as {@link #tryWrite(Frame, Chunk)} does. */
    boolean tryWrite(Envelope message, Chunk whole);

    /** Writes a frame, for which {@link #isReady} has found room. */
    void write(Frame frame, Chunk body);

    /** Returns whether a frame of the largest size can be written; if not, the link is drained when it can. */
    boolean isReady();

    /** What was written last, or shortly before, is for members. */
    void wroteForMembers();

    /** Returns a number that grows as long as the process reads. */
    long readPosition();

    /** Returns how many bytes the process has not read up to the end of what is for members. */
    long unreadByMembers();

    /**
     * Waits until what was written needs this writer no more, and writes nothing afterwards.
     *
     * @param idleLimit how long the process may take nothing
     * @return whether it has taken everything
     */
    boolean finish(Duration idleLimit) throws InterruptedException;

    /** The process is lost, or the job ends: what is under way need not arrive. */
    default void abandon() {}
}

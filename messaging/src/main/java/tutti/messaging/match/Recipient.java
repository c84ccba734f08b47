package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A member of this process, as those see it who bring messages.
 *
 * <p>Thread-safe; no method blocks.
 */
public interface Recipient {
    /**
     * Finds a buffer that a message may be written straight into, and makes it the message's own.
     *
     * @param messageBytes number of bytes of the whole message, of which the first lie in memory
     * @return null if there is none: then the message goes to {@link #deliver}
     */
    @Nullable
    ReceiveRequest claim(Envelope message, long messageBytes, MemorySegment memory, long at, long length);

    /**
     * Writes a whole message into a buffer that waits for it.
     *
     * @param like an envelope that differs only in the number, and does not ask for a receipt
     * @param sequence number of the message
     * @param memory holds the message
     * @return false if there is no such buffer, or the message is large: then nothing has been done
     */
    boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length);

    /**
     * Takes a message whose payload has at least begun to arrive; takes no lock of another stream, so that it may be
     * called under one.
     *
     * <p>{@link #arrived} must follow, outside of all locks.
     */
    void arrive(Message message);

    /**
     * Does the same for a message of a member of this process, which hands over all its messages in a context in their
     * order and under one lock.
     */
    default void arriveNext(Message message) {
        arrive(message);
    }

    /** Matches what has arrived in a context, and wakes threads that wait for it. */
    void arrived(int context);

    /** Returns whether a receive is posted in a context. */
    boolean hasPosted(int context);

    /** Takes a message whose payload has at least begun to arrive; called outside of all locks. */
    default void deliver(Message message) {
        arrive(message);
        arrived(message.context());
    }
}

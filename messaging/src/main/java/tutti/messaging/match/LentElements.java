package tutti.messaging.match;

import java.lang.foreign.MemorySegment;

/**
 * Elements of a message that lie in memory of the process that sends it, which lends them for a short time.
 *
 * <p>Used by one thread.
 */
public interface LentElements {
    /** Returns the number of bytes of the elements. */
    int lengthBytes();

    /**
     * Copies the elements.
     *
     * @param memory of their number of bytes, outside the heap
     * @return false if the sender has taken them back, or they can't be read: then they will be sent otherwise, and the
     *     memory may hold anything
     */
    boolean copyTo(MemorySegment memory);
}

package tutti.messaging.device;

import java.lang.foreign.MemorySegment;

/**
 * Memory that one process has made for the processes of a group which share its host.
 *
 * <p>Its name goes when this is closed: then all have mapped it, and nothing is left that could survive a crash. It
 * goes as well when this can't be reached any more, because the group was left before.
 */
public interface GroupMemory extends AutoCloseable {
    /** The first bytes, by which processes that map it know that it is the right one; they are not for use. */
    int KEY_BYTES = 16;

    /** Returns what other processes must be told to map it. */
    String invitation();

    /** Returns the memory, all zero but for the key; it stays as long as it can be reached. */
    MemorySegment memory();

    /** Removes its name. Idempotent. */
    @Override
    void close();
}

package tutti.messaging.device;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What a device offers to processes of one host beside messages: memory for a group.
 *
 * <p>Thread-safe.
 */
public interface SharedMemory {
    /** Makes memory for the processes of a group; returns null, and logs the reason, if that fails. */
    @Nullable
    GroupMemory createForGroup(long bytes);

    /**
     * Maps memory that another process of a group has made; returns null, and logs the reason, if that fails.
     *
     * <p>A name that has gone already is no warning: its maker may have given up.
     */
    @Nullable
    MemorySegment openForGroup(String invitation, long bytes);
}

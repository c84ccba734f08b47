package tutti.messaging.device;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Recipient;

/**
 * Takes what devices deliver to this process.
 *
 * <p>Thread-safe, no method blocks. What comes from another process is delivered by one thread at a time, in order; a
 * {@link Reassembler} makes these calls for devices that carry frames.
 */
public interface InboundHandler {

    /** Returns the receiver of a message, or null if it has left, so that the message is not wanted. */
    @Nullable
    Recipient recipient(long group, int member);

    /** Learns that a process has connected, or that a frame of it has come: it runs. Cheap. */
    default void heard(int process) {}

    /**
     * Checks the ends of what has arrived, before anything else is done with it.
     *
     * @param process the one that sent it, which must host the source; -1 if any may speak of that
     * @param destination rank that must live here, or -1 for all of the group
     * @return false if the group is not known here, or no more
     * @throws tutti.serialization.TuttiException if there are no such members
     */
    default boolean isBetweenMembers(int process, long group, int source, int destination) {
        return true;
    }

    /**
     * Takes a notice that a process has sent.
     *
     * @throws tutti.serialization.TuttiException if the process was given up; its link must end then, so that it learns
     *     so
     */
    void signal(int process, Notice notice);

    /** Learns that a process has closed in good order: everything that it sent has arrived. */
    void ended(int process);

    /** Learns that nothing will arrive any more from a process, for a reason that the others should know too. */
    void lost(int process, Throwable cause);
}

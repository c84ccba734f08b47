package tutti.messaging.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages from this process to the others; one instance serves a process for its whole life.
 *
 * <p>Thread-safe. A transport delivers what arrives to the {@link InboundHandler} it was made with. It need not keep messages of
 * different streams in order; the receiver orders each stream by its sequence numbers.
 */
public interface Device {

    /**
     * Returns the connection to a process, the same one each time.
     *
     * <p>Never blocks; the connection may be established later.
     */
    PeerLink connect(int process);

    /** Sends a notice to all processes that a connection is open to. */
    void signalAll(Notice signal);

    /** Looks for connections that have silently died; called at regular times, after a notice to all. */
    default void checkConnections() {
        // where connections can't die there is nothing to look for
    }

    /** Ends the connection to a process that is counted as lost, so that it learns so if it still runs. */
    void abandon(int process, String reason);

    /** Returns how this process shares memory with others of its host, or null if it does not. */
    default @Nullable SharedMemory sharedMemory() {
        return null;
    }

    /**
     * Sends what is queued, as long as the others take anything, and then ends; later failures of peers are not reported.
     *
     * @return what members have sent and others have not got, as far as is known
     */
    List<Undelivered> close();
}

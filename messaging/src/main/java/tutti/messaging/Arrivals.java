package tutti.messaging;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Takes what transports deliver to this process.
 *
 * <p>Thread-safe. Called from the transports' own threads; no method blocks.
 */
interface Arrivals {

    /** Takes a message whose payload has at least begun to arrive. */
    void message(Message message);

    /**
     * Finds a buffer that a message may be written straight into.
     *
     * @param key of a message whose first bytes have arrived and lie in memory
     * @return null if there is none: then the message goes to {@link #message}
     */
    default @Nullable PostedReceive claim(
            Frame.Key key,
            Label label,
            boolean receiptWanted,
            long messageBytes,
            MemorySegment memory,
            long at,
            long length) {
        return null;
    }

    /** Learns that a process has connected, or that a frame of it has come: it runs. Cheap. */
    default void heard(int process) {}

    /** Takes a notice. */
    void signal(Signal signal);

    /** Learns that a process has closed in good order: everything that it sent has arrived. */
    void ended(int process);

    /** Learns that nothing will arrive any more from a process, for a reason that the others should know too. */
    void lost(int process, Throwable cause);
}

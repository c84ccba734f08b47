package tutti.messaging.device;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;

/**
 * The way from this process to one process.
 *
 * <p>Thread-safe. No method blocks or throws for a failure of the peer: a lost peer is reported once, to
 * {@link InboundHandler#lost}.
 */
public interface PeerLink {

    /**
     * Queues a message; the connection takes over the sender's hold on the payload.
     *
     * @param credit how far it may travel
     */
    void send(Message message, Credit credit);

    /** Queues a notice behind all that was queued before. */
    void signal(Notice signal);

    /** Lets the calling thread help to bring queued messages on their way, as far as the peer can take them now. */
    void flush();

    /** Returns what writes buffers straight to the peer, or null if that is not possible, or not yet. */
    default @Nullable BufferSender buffers() {
        return null;
    }
}

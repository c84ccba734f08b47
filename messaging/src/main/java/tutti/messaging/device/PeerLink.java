package tutti.messaging.device;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.SendStream;

/**
 * The way from this process to one process.
 *
 * <p>Thread-safe. No method blocks, or throws for a failure of the peer: a lost peer is reported once, to
 * {@link InboundHandler#lost}.
 */
public interface PeerLink {

    /**
     * Returns the way to one member in one context, for all messages of a sender there.
     *
     * <p>{@link SendStream.Target#send} takes over the sender's hold on the payload. It is called with the lock of the
     * sender's stream held, so it only queues, or writes what can be written at once; {@link SendStream.Target#flush}
     * follows outside of the lock.
     */
    SendStream.Target to(long group, int context, int member);

    /** Queues a notice behind all that was queued before; {@link #flush} must follow. */
    void signal(Notice notice);

    /** Lets the calling thread bring what is queued on its way, as far as the peer can take it now. */
    void flush();

    /**
     * Returns what writes buffers straight to the peer, or null if that is not possible, or not yet.
     *
     * <p>What is written there may overtake what is queued.
     */
    default @Nullable BufferSender buffers() {
        return null;
    }
}

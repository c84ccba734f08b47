package tutti.messaging.match;

import org.jspecify.annotations.Nullable;

/**
 * The order in which the messages of one source are to be taken in: which is next, and those that have come too early.
 *
 * <p>Guarded by its own monitor.
 */
final class ArrivalOrder {
    private final int source;
    private final long windowBytes;
    private @Nullable EarlyMessages early; // made when a message comes before one that was sent sooner
    private long nextSequence;

    ArrivalOrder(int source, long windowBytes) {
        this.source = source;
        this.windowBytes = windowBytes;
    }

    int source() {
        return source;
    }

    /** Returns whether a message is the next one, so that it need not be kept. */
    boolean isNext(long sequence) {
        return sequence == nextSequence && !hasKept();
    }

    /** Counts the next message. */
    void advance() {
        nextSequence++;
    }

    /**
     * Keeps a message whose turn has not come; ignores one that has come before.
     *
     * @throws tutti.serialization.TuttiException if the sender has not kept to the window
     */
    void keep(Message message) {
        if (message.sequence() >= nextSequence) {
            EarlyMessages known = early;
            if (known == null) {
                known = new EarlyMessages(windowBytes);
                early = known;
            }
            known.add(message);
        }
    }

    /** Takes out a message that was kept and whose turn has come, and counts it; null if it has not come. */
    @Nullable
    Message nextKept() {
        Message next = early == null ? null : early.remove(nextSequence);
        if (next != null) {
            nextSequence++;
        }
        return next;
    }

    boolean hasKept() {
        return early != null && !early.isEmpty();
    }
}

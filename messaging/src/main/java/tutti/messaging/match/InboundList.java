package tutti.messaging.match;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The messages that have arrived at a queue and are not taken in: a list that needs no lock (Treiber, 1986).
 *
 * <p>Thread-safe. Threads that bring messages write nothing else of the queue, and it lies on a cache line of its own:
 * what the receiver writes beside it would cost each message the way from core to core once more.
 */
final class InboundList extends InboundHead {
    private static final AtomicReferenceFieldUpdater<InboundHead, @Nullable Message> NEWEST =
            AtomicReferenceFieldUpdater.newUpdater(InboundHead.class, Message.class, "newest");

    @SuppressWarnings("unused")
    private long padding1, padding2, padding3, padding4, padding5, padding6, padding7;

    boolean isEmpty() {
        return newest == null;
    }

    void push(Message message) {
        // without a look before, which would fetch the line from the receiver's core a first time
        while (!NEWEST.compareAndSet(this, message.arrivalLink, message)) {
            message.arrivalLink = newest;
        }
    }

    /** Returns the message that has arrived if it is the only one, without taking it out, else null. */
    @Nullable
    Message only() {
        Message message = newest;
        return message != null && message.arrivalLink == null ? message : null;
    }

    /** Takes out the only message; returns false if another has arrived since. */
    boolean takeOnly(Message message) {
        return NEWEST.compareAndSet(this, message, null);
    }

    /**
     * Takes out all messages; returns the one that arrived first, from which each leads to the next by {@code
     * arrivalLink}.
     */
    @Nullable
    Message takeAll() {
        Message last = NEWEST.getAndSet(this, null);
        if (last == null || last.arrivalLink == null) {
            return last; // and is not written to: its memory is still the sender's core's
        }
        Message first = null;
        while (last != null) {
            Message earlier = last.arrivalLink;
            last.arrivalLink = first;
            first = last;
            last = earlier;
        }
        return first;
    }

    /** Says whether threads that bring messages must match them, because a receive waits for that. */
    void setMatchedAtOnce(boolean isNeeded) {
        if (isMatchedAtOnce != isNeeded) {
            isMatchedAtOnce = isNeeded;
        }
    }

    boolean isMatchedAtOnce() {
        return isMatchedAtOnce;
    }
}

/** What threads that bring messages read and write. */
abstract class InboundHead extends InboundPadding {
    volatile @Nullable Message newest;
    volatile boolean isMatchedAtOnce;
}

/** Keeps the object's header, and what lies before it, off the line. */
abstract class InboundPadding {
    @SuppressWarnings("unused")
    private long padding1, padding2, padding3, padding4, padding5, padding6, padding7;
}

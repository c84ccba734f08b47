package tutti.messaging.match;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends receipts of a queue outside of its lock, and knows whether one is still to be sent of a receive that is seen to
 * have ended: its member must not be gone for the sender before.
 *
 * <p>Thread-safe.
 */
final class Receipts {
    private final Consumer<Receipt> target;
    private final AtomicInteger due = new AtomicInteger(); // matchings of which senders must hear

    Receipts(Consumer<Receipt> target) {
        this.target = target;
    }

    /** Lets a receipt be sent by {@link #run}; called with the queue's lock. */
    void add(MatchEffects effects, @Nullable Receipt receipt) {
        if (receipt == null) {
            return;
        }
        if (!effects.hasReceipts()) {
            due.incrementAndGet();
        }
        effects.add(receipt);
    }

    /** Does what is to be done after matching. */
    void run(@Nullable MatchEffects effects) {
        if (effects == null) {
            return;
        }
        if (effects.hasReceipts()) {
            try {
                effects.tell(target);
            } finally {
                due.decrementAndGet();
            }
        }
        effects.end();
    }

    void send(@Nullable Receipt receipt) {
        if (receipt != null) {
            target.accept(receipt);
        }
    }

    /** Returns whether a thread has yet to tell senders what was matched. */
    boolean areDue() {
        return due.get() > 0;
    }
}

package tutti.messaging.match;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived for a {@link MatchQueue}, in the order of each source, until the queue takes it in.
 *
 * <p>Thread-safe. Threads that bring messages push them on a list and wait for no thread that takes them in; of those,
 * one at a time does, under the queue's lock. Lock: one for each source.
 */
final class InboundMessages {
    private final long windowBytes;
    private final Map<Integer, ArrivalOrder> orders = new ConcurrentHashMap<>(2);
    private final InboundList list = new InboundList();
    private @Nullable ArrivalOrder lastOrder; // any of them: threads may see different ones
    private volatile boolean isTakingIn; // what was here is in no other place yet

    InboundMessages(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    /** Returns the order of a source, which one thread at a time has. */
    ArrivalOrder order(int source) {
        ArrivalOrder last = lastOrder;
        if (last != null && last.source() == source) {
            return last;
        }
        ArrivalOrder found = orders.get(source);
        if (found == null) {
            found = orders.computeIfAbsent(source, s -> new ArrivalOrder(s, windowBytes));
        }
        lastOrder = found;
        return found;
    }

    /** Adds a message when those that were sent sooner have come; ignores one that came before. */
    void add(Message message) {
        ArrivalOrder order = order(message.source());
        order.take();
        try {
            if (order.isNext(message.sequence())) {
                order.advance();
                list.push(message);
            } else {
                order.keep(message);
                for (Message next = order.nextKept(); next != null; next = order.nextKept()) {
                    list.push(next);
                }
                order.keptLieElsewhere();
            }
        } finally {
            order.giveBack();
        }
    }

    /** Adds a message of a source that hands over one after the other, under a lock of its own. */
    void addNext(Message message) {
        order(message.source()).advanceAlone();
        list.push(message);
    }

    /**
     * Returns whether nothing has arrived that is not taken in.
     *
     * <p>A thread must not sleep that finds nothing here only because another takes it in: that other thread wakes no
     * one.
     */
    boolean isEmpty() {
        return list.isEmpty() && !isTakingIn;
    }

    /** Returns whether something has arrived that no thread takes in. */
    boolean hasNew() {
        return !list.isEmpty();
    }

    /**
     * Takes out all that has arrived; {@link #end} must follow when it lies elsewhere. Returns the first, linked to the
     * next.
     */
    @Nullable
    Message begin() {
        isTakingIn = true;
        return list.takeAll();
    }

    /** What was taken out lies elsewhere now. */
    void end() {
        isTakingIn = false;
    }

    /** Returns the message that has arrived if it is the only one, without taking it out, else null. */
    @Nullable
    Message only() {
        return list.only();
    }

    /** Takes out the only message, which needs no {@link #end}; returns false if another has arrived since. */
    boolean takeOnly(Message message) {
        return list.takeOnly(message);
    }

    /** Says whether threads that bring messages must match them, because a receive waits for that. */
    void setMatchedAtOnce(boolean isNeeded) {
        list.setMatchedAtOnce(isNeeded);
    }

    boolean isMatchedAtOnce() {
        return list.isMatchedAtOnce();
    }

    /** Returns whether a message waits for one that was sent sooner; asked before {@link #isEmpty}. */
    boolean hasKept() {
        return orders.values().stream().anyMatch(ArrivalOrder::hasKept);
    }
}

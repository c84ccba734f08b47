package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of the receives that are posted in a {@link MatchQueue}, which messages are written straight into.
 *
 * <p>Thread-safe. Locks: that of a source's order, then the queue.
 */
final class PostedBuffers {
    private static final int MOST_BYTES_UNDER_LOCK = 512;

    private final InboundMessages inbound;
    private final MatchLists lists; // guarded by itself
    private final Receipts receipts;

    /** Makes the buffers of a queue. */
    PostedBuffers(InboundMessages inbound, MatchLists lists, Receipts receipts) {
        this.inbound = inbound;
        this.lists = lists;
        this.receipts = receipts;
    }

    /** Does what {@link Recipient#claim} says. */
    @Nullable
    ReceiveRequest claim(Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        if (!lists.hasPosted()) {
            return null;
        }
        ArrivalOrder order = inbound.order(message.source());
        if (!order.tryTakeForNext(message.sequence())) {
            return null;
        }
        try {
            ReceiveRequest request = claimNext(message, messageBytes, memory, at, length);
            if (request != null) {
                order.advance();
            }
            return request;
        } finally {
            order.giveBack();
        }
    }

    private @Nullable ReceiveRequest claimNext(
            Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        ReceiveRequest request;
        Receipt receipt;
        synchronized (lists) {
            SourceMessages source = lists.source(message.source());
            request = fitting(source, message, messageBytes, memory, at, length);
            if (request == null) {
                return null;
            }
            request.claim(message);
            lists.withdraw(request);
            // its bytes have a place, and take up no room from now on
            receipt = source.claimed(message, message.sequence(), Message.weightBytes(messageBytes));
        }
        receipts.send(receipt);
        return request;
    }

    /** Returns the receive that takes a message, if its buffer has the message's shape; called with the lock. */
    private @Nullable ReceiveRequest fitting(
            SourceMessages source, Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        ReceiveRequest request = inbound.hasNew() ? null : lists.firstPosted(source, message); // what came sooner first
        return request != null && request.fits(message, messageBytes, memory, at, length) ? request : null;
    }

    /** Does what {@link Recipient#fill} says. */
    boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
        if (length > MOST_BYTES_UNDER_LOCK || like.receiptWanted() || !lists.hasPosted()) {
            return false;
        }
        ReceiveRequest request;
        Receipt receipt;
        ArrivalOrder order = inbound.order(like.source());
        if (!order.tryTakeForNext(sequence)) {
            return false;
        }
        try {
            synchronized (lists) {
                SourceMessages source = lists.source(like.source());
                request = fitting(source, like, length, memory, at, length);
                if (request == null) {
                    return false;
                }
                lists.withdraw(request);
                receipt = source.claimed(like, sequence, Message.weightBytes(length));
                request.fillWhole(like, memory, at, length); // no one takes the buffer back meanwhile
            }
            order.advance();
        } finally {
            order.giveBack();
        }
        receipts.send(receipt);
        request.completeWhole();
        return true;
    }

    /** Does what {@link ReceiveOwner#received} says. */
    void received(Envelope message) {
        if (message.receiptWanted()) {
            receipts.send(receipt(message));
        }
    }

    private Receipt receipt(Envelope message) {
        synchronized (lists) {
            return lists.source(message.source()).received(message);
        }
    }
}

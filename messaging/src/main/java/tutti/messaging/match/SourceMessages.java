package tutti.messaging.match;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link MatchQueue} knows of one source: what has come and is not matched, what waits for it, and what was
 * taken.
 *
 * <p>Guarded by the queue.
 */
final class SourceMessages {
    private @Nullable Message oldest; // of those that are not matched
    private @Nullable Message newest;
    private @Nullable Queue<ReceiveRequest> posted; // made when one is
    private final long windowBytes;
    private long arrivedBytes; // taken in, matched or not
    private long takenBytes;
    private long receiptedBytes;

    /**
     * Begins with nothing.
     *
     * @param windowBytes the source hears of room each time that a quarter of it is free
     */
    SourceMessages(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    void append(Message message) {
        arrivedBytes += message.weightBytes();
        message.endBytes = arrivedBytes;
        link(newest, message);
    }

    private void link(@Nullable Message before, Message message) {
        Message after = before == null ? oldest : before.nextOfSource;
        message.nextOfSource = after;
        if (before == null) {
            oldest = message;
        } else {
            before.nextOfSource = message;
        }
        if (after == null) {
            newest = message;
        }
    }

    /** Puts a message back behind those that were sent before it; returns the last of these, or null. */
    @Nullable
    Message giveBack(Message message) {
        Message before = null;
        Message at = oldest;
        while (at != null && at.sequence() < message.sequence()) {
            before = at;
            at = at.nextOfSource;
        }
        link(before, message);
        return before;
    }

    /** Returns the oldest message that a pattern accepts, or null. */
    @Nullable
    Message first(Pattern pattern) {
        Message message = oldest;
        while (message != null && !pattern.acceptsOfSource(message)) {
            message = message.nextOfSource;
        }
        return message;
    }

    void remove(Message message) {
        Message before = null;
        Message at = oldest;
        while (!message.equals(at)) {
            before = at;
            at = Objects.requireNonNull(at, "lies here").nextOfSource;
        }
        if (before == null) {
            oldest = message.nextOfSource;
        } else {
            before.nextOfSource = message.nextOfSource;
        }
        if (message.equals(newest)) {
            newest = before;
        }
        message.nextOfSource = null;
    }

    void post(ReceiveRequest request) {
        Queue<ReceiveRequest> known = posted;
        if (known == null) {
            known = new ArrayDeque<>(2);
            posted = known;
        }
        known.add(request);
    }

    void addPosted(List<ReceiveRequest> all) {
        if (posted != null) {
            all.addAll(posted);
        }
    }

    boolean withdraw(ReceiveRequest request) {
        return posted != null && remove(posted, request);
    }

    /** Removes a receive, mostly the first; returns false if it is not there. */
    static boolean remove(Queue<ReceiveRequest> requests, ReceiveRequest request) {
        if (request.equals(requests.peek())) {
            requests.remove();
            return true;
        }
        return requests.remove(request);
    }

    /** Returns the first receive of this source that accepts a message, or null. */
    @Nullable
    ReceiveRequest firstPosted(Envelope message) {
        return posted == null ? null : first(posted, message);
    }

    /** Returns the first receive that accepts a message of one of its sources, or null. */
    static @Nullable ReceiveRequest first(Iterable<ReceiveRequest> requests, Envelope message) {
        for (ReceiveRequest request : requests) {
            if (request.pattern().acceptsOfSource(message)) {
                return request;
            }
        }
        return null;
    }

    boolean isIdle() {
        return oldest == null && (posted == null || posted.isEmpty());
    }

    /** Counts a message that is taken as it arrives; returns what its sender must hear, or null. */
    @Nullable
    Receipt tookAtOnce(Message message) {
        arrivedBytes += message.weightBytes();
        return took(message, arrivedBytes);
    }

    /** Counts a message that lay here and was taken; returns what its sender must hear, or null. */
    @Nullable
    Receipt took(Message message) {
        return took(message, message.endBytes);
    }

    private @Nullable Receipt took(Message message, long endBytes) {
        if (message.wasTaken) {
            return null;
        }
        takenBytes += message.weightBytes();
        return message.receiptWanted() || isReceiptDue(endBytes) ? receipt(message, message.receiptWanted()) : null;
    }

    /**
     * Counts a message that is written to where it is wanted; returns what its sender must hear, or null.
     *
     * @param like its envelope, or one that differs in the number
     */
    @Nullable
    Receipt claimed(Envelope like, long sequence, long weightBytes) {
        arrivedBytes += weightBytes;
        takenBytes += weightBytes;
        return isReceiptDue(arrivedBytes) ? receipt(like.withSequence(sequence), false) : null;
    }

    /** Returns whether the source must hear of what was taken: much, or a message for which it has had no room. */
    private boolean isReceiptDue(long endBytes) {
        return takenBytes - receiptedBytes >= windowBytes / 4 || endBytes - receiptedBytes > windowBytes;
    }

    /** Returns the receipt for a message that was counted before. */
    Receipt received(Envelope message) {
        return receipt(message, true);
    }

    private Receipt receipt(Envelope message, boolean ofMessage) {
        receiptedBytes = takenBytes;
        return new Receipt(message, takenBytes, ofMessage);
    }
}

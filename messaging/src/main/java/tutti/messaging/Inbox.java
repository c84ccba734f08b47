package tutti.messaging;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one member sent another in one stream and the other has not taken yet, in the order of sending.
 *
 * <p>The fields are guarded by {@code waiting}.
 */
final class Inbox {
    private final Waiting waiting = new Waiting();
    private final Queue<Message> ready = new ArrayDeque<>();
    private final Map<Long, Message> early = new HashMap<>();
    private final long receiptEveryBytes;
    private final Supplier<@Nullable MemberFailedException> broken;
    private final Supplier<@Nullable MemberFailedException> senderGone;
    private volatile @Nullable Message head; // of ready; read without the lock
    private long nextSequence;
    private long takenMessages;
    private long takenBytes;
    private long receiptedBytes;

    /**
     * Makes an empty inbox.
     *
     * @param receiptEveryBytes how many bytes may be taken before the sender must hear of it
     * @param broken why no operation may go on, or null
     * @param senderGone why nothing more will come from the sender, or null
     */
    Inbox(
            long receiptEveryBytes,
            Supplier<@Nullable MemberFailedException> broken,
            Supplier<@Nullable MemberFailedException> senderGone) {
        this.receiptEveryBytes = receiptEveryBytes;
        this.broken = broken;
        this.senderGone = senderGone;
    }

    /** Adds a message; a message that was delivered before is ignored. */
    void deliver(Message message) {
        waiting.change(() -> {
            if (message.sequence() < nextSequence) {
                return;
            }
            early.put(message.sequence(), message);
            for (Message next = early.remove(nextSequence); next != null; next = early.remove(nextSequence)) {
                ready.add(next);
                nextSequence++;
            }
            head = ready.peek();
        });
    }

    /** Lets those who wait look again whether the sender or the group has failed. */
    void wake() {
        waiting.change(() -> {});
    }

    /**
     * Takes the oldest message, waiting until there is one.
     *
     * @param instead what to return as long as there is none, or null to wait
     * @param receipts told, outside every lock, of what was taken when the sender must hear of it
     */
    Message take(Supplier<@Nullable Message> instead, Consumer<Signal> receipts, Supplier<String> what) {
        Taken taken = waiting.await(() -> poll(instead), what);
        if (taken.receipt() != null) {
            receipts.accept(taken.receipt());
        }
        return taken.message();
    }

    /** Returns the oldest message without taking it, or null if there is none. */
    @Nullable
    Message head() {
        return head;
    }

    private @Nullable Taken poll(Supplier<@Nullable Message> instead) {
        throwIfPresent(broken.get());
        Message message = ready.poll();
        if (message == null) {
            Message other = instead.get();
            if (other != null) {
                return new Taken(other, null);
            }
            throwIfPresent(senderGone.get());
            return null;
        }
        head = ready.peek();
        takenMessages++;
        takenBytes += message.weightBytes();
        if (!message.receiptWanted() && takenBytes - receiptedBytes < receiptEveryBytes) {
            return new Taken(message, null);
        }
        receiptedBytes = takenBytes;
        return new Taken(message, Signal.taken(message, takenMessages, takenBytes));
    }

    private static void throwIfPresent(@Nullable MemberFailedException failure) {
        if (failure != null) {
            throw failure.again();
        }
    }

    private record Taken(Message message, @Nullable Signal receipt) {}
}

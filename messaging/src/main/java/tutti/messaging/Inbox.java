package tutti.messaging;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one member sent another in one stream and the other has not taken yet, in the order of sending.
 *
 * <p>A linked list whose two ends have a lock each, so that a thread which delivers and a thread which takes share only the
 * link between two messages.
 */
final class Inbox {
    private final Waiting waiting;
    private final long receiptEveryBytes;
    private final Supplier<@Nullable MemberFailedException> broken;
    private final Supplier<@Nullable MemberFailedException> senderGone;

    private final Object delivering = new Object();
    private final Map<Long, Message> early = new HashMap<>(0); // guarded by delivering
    private long nextSequence; // guarded by delivering
    private Message last; // guarded by delivering

    private final Object taking = new Object();
    private Message taken; // the last one that was taken; guarded by taking
    private long takenMessages; // guarded by taking
    private long takenBytes; // guarded by taking
    private long receiptedBytes; // guarded by taking

    /**
     * Makes an empty inbox.
     *
     * @param receiptEveryBytes how many bytes may be taken before the sender must hear of it
     * @param broken why no operation may go on, or null
     * @param senderGone why nothing more will come from the sender, or null
     */
    Inbox(
            Patience patience,
            long receiptEveryBytes,
            Supplier<@Nullable MemberFailedException> broken,
            Supplier<@Nullable MemberFailedException> senderGone) {
        this.waiting = new Waiting(patience);
        this.receiptEveryBytes = receiptEveryBytes;
        this.broken = broken;
        this.senderGone = senderGone;
        last = Message.none();
        taken = last;
    }

    /** Adds a message; a message that was delivered before is ignored. */
    void deliver(Message message) {
        synchronized (delivering) {
            if (message.sequence() == nextSequence && early.isEmpty()) {
                append(message);
            } else if (message.sequence() >= nextSequence) {
                early.put(message.sequence(), message);
                for (Message next = early.remove(nextSequence); next != null; next = early.remove(nextSequence)) {
                    append(next);
                }
            }
        }
        waiting.changed();
    }

    private void append(Message message) {
        last.link(message);
        last = message;
        nextSequence++;
    }

    /** Lets those who wait look again whether the sender or the group has failed. */
    void wake() {
        waiting.alarm();
    }

    /**
     * Takes the oldest message, waiting until there is one.
     *
     * @param instead what to return as long as there is none, or null to wait
     * @param receipts told, outside every lock, of what was taken when the sender must hear of it
     */
    Received take(Supplier<@Nullable Message> instead, Consumer<Signal> receipts, Supplier<String> what) {
        Taken result = waiting.await(this::poll, () -> look(instead), what);
        if (result.receipt() != null) {
            receipts.accept(result.receipt());
        }
        return result.received();
    }

    /** Returns the oldest message without taking it, or null if there is none. */
    @Nullable
    Message head() {
        synchronized (taking) {
            return taken.next();
        }
    }

    private @Nullable Taken look(Supplier<@Nullable Message> instead) {
        throwIfPresent(broken.get());
        Taken result = poll();
        if (result != null) {
            return result;
        }
        Message other = instead.get();
        if (other != null) {
            return new Taken(Received.of(other), null);
        }
        MemberFailedException gone = senderGone.get();
        if (gone == null) {
            return null;
        }
        result = poll(); // it may have sent this before it went
        if (result == null) {
            throw gone.again();
        }
        return result;
    }

    private @Nullable Taken poll() {
        synchronized (taking) {
            Message message = taken.next();
            if (message == null) {
                return null;
            }
            taken = message;
            takenMessages++;
            takenBytes += message.weightBytes();
            Received received = Received.of(message);
            message.forgetPayload();
            if (!message.receiptWanted() && takenBytes - receiptedBytes < receiptEveryBytes) {
                return new Taken(received, null);
            }
            receiptedBytes = takenBytes;
            return new Taken(received, Signal.taken(message, takenMessages, takenBytes));
        }
    }

    private static void throwIfPresent(@Nullable MemberFailedException failure) {
        if (failure != null) {
            throw failure.again();
        }
    }

    private record Taken(Received received, @Nullable Signal receipt) {}
}

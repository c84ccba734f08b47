package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/**
 * The sending end between two members in one context: numbers messages and bounds what is under way.
 *
 * <p>Each message gets its number, and its envelope travels, at once, so that the receiver can match it. Its data wait
 * while more than the window is under way; they are given credit as the receiver takes what came before, or the message
 * itself.
 *
 * <p>Thread-safe. Messages enter the connection under this object's lock, so that they do so in the order of their
 * numbers.
 */
public final class SendStream {
    private final long group;
    private final int context;
    private final int source;
    private final int destination;
    private final Target target;
    private final WaitQueue waiting;
    private final SendWindow window; // guarded by this
    private final Supplier<@Nullable MemberFailedException> failure;
    private final BooleanSupplier isUnwanted;
    private final PendingSends pending = new PendingSends(); // guarded by this
    private long sentMessages; // guarded by this

    /**
     * Makes the sending end.
     *
     * @param windowBytes bytes under way from which on data of a further message wait
     * @param failure why the receiver will take nothing more, or null
     * @param isUnwanted whether not even what was sent before will be taken
     */
    public SendStream(
            long group,
            int context,
            int source,
            int destination,
            Target target,
            IdleStrategy idleStrategy,
            long windowBytes,
            Supplier<@Nullable MemberFailedException> failure,
            BooleanSupplier isUnwanted) {
        this.group = group;
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.target = target;
        this.waiting = new WaitQueue(idleStrategy);
        window = new SendWindow(windowBytes, this);
        this.failure = failure;
        this.isUnwanted = isUnwanted;
    }

    /** Where the messages go. */
    public interface Target {
        /** Takes a message; never blocks. */
        void send(Message message, Credit credit);

        /** Brings on its way what was taken, as far as that is possible now. */
        default void flush() {}

        /** Returns whether messages are handed over by reference, so that there is nothing to hold back. */
        default boolean isHere() {
            return false;
        }
    }

    /** Does, under the lock of the stream, what a message with the next number needs. */
    public interface Numbering<T> {
        /** Returns null if the message shall not have the number. */
        @Nullable
        T number(long sequence, Credit credit);
    }

    /** Makes the envelope of a message. */
    public Envelope envelope(long sequence, int tag, CallSignature label, boolean receiptWanted) {
        return new Envelope(group, context, source, destination, tag, sequence, label, receiptWanted);
    }

    /**
     * Sends a message; its data wait if there is no room in the window.
     *
     * @return its number, or if there is no room that number's complement (~): {@link #hasRoomFor} says when there is
     */
    public long send(int tag, CallSignature label, boolean receiptWanted, Payload payload) {
        long placed;
        synchronized (this) {
            throwIfGone();
            placed = place(message(tag, label, receiptWanted, payload), null);
        }
        target.flush();
        return placed;
    }

    /**
     * Does the same with a buffer's elements.
     *
     * @param data can be held by a message of this process, to which this leads
     */
    public long send(int tag, CallSignature label, boolean receiptWanted, DirectBuffer data, Payloads payloads) {
        long placed;
        synchronized (this) {
            throwIfGone();
            placed =
                    place(new ElementsMessage(envelope(sentMessages, tag, label, receiptWanted), data, payloads), null);
        }
        target.flush();
        return placed;
    }

    /**
     * Does the same with a value for a member of this process, to which this leads.
     *
     * @throws tutti.serialization.SerializationException if the value cannot be captured; nothing was sent then
     */
    public long sendHere(
            int tag, CallSignature label, boolean receiptWanted, @Nullable Object value, Payloads payloads) {
        Payload captured = payloads.captureUnlessHeld(value);
        if (captured != null) {
            return send(tag, label, receiptWanted, captured);
        }
        long placed;
        synchronized (this) {
            throwIfGone();
            placed = place(new ValueMessage(envelope(sentMessages, tag, label, receiptWanted), value, payloads), null);
        }
        target.flush();
        return placed;
    }

    private Message message(int tag, CallSignature label, boolean receiptWanted, Payload payload) {
        return new Message(group, context, source, destination, tag, sentMessages, label, receiptWanted, payload);
    }

    /** Returns the message's number, or its complement if there is no room. */
    private long place(Message message, @Nullable SendRequest request) {
        boolean hasRoom = window.hasRoom();
        long weightBytes = message.weightBytes();
        Credit credit = begin(weightBytes, message.receiptWanted(), request);
        try {
            target.send(message, credit);
        } catch (RuntimeException | Error e) {
            undo(weightBytes);
            throw e;
        }
        return hasRoom ? message.sequence() : ~message.sequence();
    }

    /** Sends a message; the request ends when there is room for its data, or the receiver has taken it. */
    public void post(SendRequest request) {
        boolean hasRoom;
        synchronized (this) {
            throwIfGone();
            Message message = message(request.tag(), request.label(), request.receiptWanted(), request.payload());
            hasRoom = place(message, request) >= 0;
            if (hasRoom) {
                request.sent();
            }
        }
        target.flush();
        if (hasRoom) {
            request.completed();
        }
    }

    /** Returns whether a message that had no room has some now, or has been taken. */
    public synchronized boolean hasRoomFor(long sequence) {
        if (!pending.isWithoutRoom(sequence)) {
            return true;
        }
        throwIfGone();
        return false;
    }

    /** Returns whether something that was sent has no room yet. */
    public synchronized boolean hasPending() {
        return pending.anyWithoutRoom();
    }

    /** Ends what was posted if the receiver will take nothing more. */
    private void failPending() {
        List<SendRequest> failed;
        synchronized (this) {
            failed = pending.requests();
            // asked only if a request hears of it: from then on the failure counts as known here
            MemberFailedException gone = failed.isEmpty() ? null : failure.get();
            if (gone == null) {
                return;
            }
            pending.removeRequests();
            failed.forEach(request -> request.fail(gone.again()));
        }
        failed.forEach(Request::completed);
    }

    /**
     * Gives a message the next number, if there is room in the window.
     *
     * @return null if there is no room, or the message does not want the number
     */
    public synchronized <T> @Nullable T tryPlace(long weightBytes, boolean receiptWanted, Numbering<T> numbering) {
        throwIfGone();
        return window.hasRoom() ? number(weightBytes, receiptWanted, numbering) : null;
    }

    /** Gives a message the next number, if all of it may travel now; else returns a negative number. */
    public synchronized long tryNumber(long weightBytes) {
        throwIfGone();
        if (!window.hasRoomFor(weightBytes)) {
            return -1;
        }
        window.begin(sentMessages, weightBytes, target.isHere());
        return sentMessages++;
    }

    /** Gives a message the next number, whether there is room in the window or not. */
    public synchronized <T> T place(long weightBytes, boolean receiptWanted, Numbering<T> numbering) {
        throwIfGone();
        return Objects.requireNonNull(number(weightBytes, receiptWanted, numbering), "wants the number");
    }

    private <T> @Nullable T number(long weightBytes, boolean receiptWanted, Numbering<T> numbering) {
        long sequence = sentMessages;
        Credit credit = begin(weightBytes, receiptWanted, null);
        T placed = null;
        try {
            placed = numbering.number(sequence, credit);
        } finally {
            if (placed == null) {
                undo(weightBytes);
            }
        }
        return placed;
    }

    /** Counts a message before it is handed over: its receipt may come before that is done. */
    private Credit begin(long weightBytes, boolean receiptWanted, @Nullable SendRequest request) {
        if (!window.hasRoom()) {
            pending.addWithoutRoom(sentMessages, window.sentBytes(), request);
        }
        Credit credit = window.begin(sentMessages, weightBytes, target.isHere());
        if (receiptWanted) {
            pending.addUnconfirmed(sentMessages, request);
        }
        sentMessages++;
        return credit;
    }

    private void undo(long weightBytes) {
        sentMessages--;
        pending.undo(sentMessages);
        window.undo(sentMessages, weightBytes);
    }

    public int destination() {
        return destination;
    }

    /** Returns whether it is that to a member in a context. */
    public boolean isTo(int peer, int inContext) {
        return peer == destination && inContext == context;
    }

    /** Waits until a look finds room, or whatever else it looks for. */
    public <T> T await(Supplier<@Nullable T> look, WaitMonitor monitor) {
        return waiting.await(look, look, monitor);
    }

    /** Waits until the receiver has taken a message that was sent with that wish. */
    public void awaitReceived(long sequence, WaitMonitor monitor) {
        await(() -> isReceived(sequence) ? true : null, monitor);
    }

    private synchronized boolean isReceived(long sequence) {
        if (!pending.isUnconfirmed(sequence)) {
            return true;
        }
        throwIfGone();
        return false;
    }

    /**
     * Learns that the receiver has taken a message, and how much it has taken so far.
     *
     * @param isAwaited whether this end waits for that
     * @throws TuttiException if that is more than was sent
     */
    public void taken(long sequence, long bytes, boolean isAwaited) {
        Credit wanted;
        List<Credit> raised;
        long limit;
        List<SendRequest> ended = new ArrayList<>(0);
        synchronized (this) {
            wanted = window.taken(sequence, bytes, sentMessages);
            raised = window.raised();
            limit = window.limitBytes();
            pending.taken(sequence, isAwaited, ended);
            pending.endUpTo(limit, ended);
        }
        if (wanted != null) {
            wanted.lift();
        }
        raised.forEach(credit -> credit.raise(limit));
        ended.forEach(Request::completed);
        waiting.changed();
    }

    /** Returns whether a part of some message may not travel yet. */
    public synchronized boolean holdsBack() {
        return window.holdsBack();
    }

    /** Lets threads that wait look again whether the receiver has failed; drops what is not wanted. */
    public void wake() {
        List<Credit> all;
        synchronized (this) {
            all = window.copyOfLimited();
            if (isUnwanted.getAsBoolean()) {
                window.cancelLimited();
            }
        }
        all.forEach(Credit::wake);
        failPending();
        waiting.alarm();
    }

    /** Throws if the receiver will take nothing more. */
    public void throwIfGone() {
        MemberFailedException gone = failure.get();
        if (gone != null) {
            throw gone.again();
        }
    }
}

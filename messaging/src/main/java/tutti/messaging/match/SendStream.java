package tutti.messaging.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.TuttiException;

/**
 * The sending end between two members in one context: numbers messages and bounds what is under way.
 *
 * <p>A message may begin while less than the window is under way, so a message larger than the window can always be
 * sent. What of it the window has no room for is given credit later: as the receiver takes what came before, or the
 * message itself.
 *
 * <p>Thread-safe. Messages enter the connection under this object's lock, so that they do so in the order of their
 * numbers.
 */
public final class SendStream {
    private static final long NO_ROOM = -1;

    private final long group;
    private final int context;
    private final int source;
    private final int destination;
    private final Target target;
    private final WaitQueue waiting;
    private final SendWindow window; // guarded by this
    private final Supplier<@Nullable MemberFailedException> failure;
    private final BooleanSupplier isUnwanted;
    private final Map<Long, @Nullable SendRequest> unconfirmed =
            new HashMap<>(0); // by the numbers of messages whose receipt is awaited; guarded by this
    private final Queue<SendRequest> pending = new ArrayDeque<>(0); // that wait for room; guarded by this
    private long sentMessages; // guarded by this

    /**
     * Makes the sending end.
     *
     * @param windowBytes bytes under way from which on a further message waits
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
        window = new SendWindow(windowBytes);
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
     * Sends a message if there is room in the window.
     *
     * @return its number, or a negative number if there was no room
     */
    public long trySend(int tag, CallSignature label, boolean receiptWanted, Payload payload) {
        long sequence;
        synchronized (this) {
            throwIfGone();
            if (!window.hasRoom() || !pending.isEmpty()) {
                return NO_ROOM;
            }
            sequence = place(tag, label, receiptWanted, payload, null);
        }
        target.flush();
        return sequence;
    }

    private long place(
            int tag, CallSignature label, boolean receiptWanted, Payload payload, @Nullable SendRequest request) {
        long sequence = sentMessages;
        Message message =
                new Message(group, context, source, destination, tag, sequence, label, receiptWanted, payload);
        long weightBytes = message.weightBytes();
        Credit credit = begin(weightBytes, receiptWanted, request);
        try {
            target.send(message, credit);
        } catch (RuntimeException | Error e) {
            undo(weightBytes, credit);
            throw e;
        }
        return sequence;
    }

    /** Sends a message as soon as there is room in the window, after those that were posted before. */
    public void post(SendRequest request) {
        boolean placed;
        synchronized (this) {
            throwIfGone();
            placed = pending.isEmpty() && window.hasRoom();
            if (placed) {
                place(request);
            } else {
                pending.add(request);
            }
        }
        if (placed) {
            target.flush();
            request.completed();
        }
    }

    private void place(SendRequest request) {
        place(request.tag(), request.label(), request.receiptWanted(), request.payload(), request);
        request.sent();
    }

    /** Takes a message back that has not begun to travel; returns false if it has. */
    boolean cancel(SendRequest request) {
        synchronized (this) {
            if (!pending.remove(request)) {
                return false;
            }
            request.fail(new TuttiException("send was cancelled: rank=%d to rank=%d".formatted(source, destination)));
        }
        request.payload().release();
        request.completed();
        return true;
    }

    /** Sends what was posted, as far as there is room now. */
    private void sendPending() {
        List<SendRequest> sent = new ArrayList<>(0);
        synchronized (this) {
            while (!pending.isEmpty() && window.hasRoom()) {
                SendRequest next = pending.remove();
                place(next);
                sent.add(next);
            }
        }
        if (!sent.isEmpty()) {
            target.flush();
            sent.forEach(Request::completed);
        }
    }

    /** Waits until what was posted is on its way, or has failed. */
    public void awaitPosted(WaitMonitor monitor) {
        await(() -> hasPending() ? null : true, monitor);
    }

    /** Returns whether something that was posted has no room yet. */
    public synchronized boolean hasPending() {
        return !pending.isEmpty();
    }

    /** Ends what was posted if the receiver will take nothing more. */
    private void failPending() {
        List<SendRequest> failed;
        synchronized (this) {
            failed = new ArrayList<>(pending);
            unconfirmed.values().stream().filter(Objects::nonNull).forEach(failed::add);
            // asked only if a request hears of it: from then on the failure counts as known here
            MemberFailedException gone = failed.isEmpty() ? null : failure.get();
            if (gone == null) {
                return;
            }
            pending.clear();
            unconfirmed.values().removeIf(Objects::nonNull);
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
        if (!window.hasRoom() || !pending.isEmpty()) {
            return null;
        }
        long sequence = sentMessages;
        Credit credit = begin(weightBytes, receiptWanted, null);
        T placed = null;
        try {
            placed = numbering.number(sequence, credit);
        } finally {
            if (placed == null) {
                undo(weightBytes, credit);
            }
        }
        return placed;
    }

    /** Counts a message before it is handed over: its receipt may come before that is done. */
    private Credit begin(long weightBytes, boolean receiptWanted, @Nullable SendRequest request) {
        Credit credit = window.begin(weightBytes, target.isHere());
        if (receiptWanted) {
            unconfirmed.put(sentMessages, request);
        }
        sentMessages++;
        return credit;
    }

    private void undo(long weightBytes, Credit credit) {
        sentMessages--;
        unconfirmed.remove(sentMessages);
        window.undo(weightBytes, credit);
    }

    public int destination() {
        return destination;
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
        if (!unconfirmed.containsKey(sequence)) {
            return true;
        }
        throwIfGone();
        return false;
    }

    /**
     * Learns that the receiver has taken one message.
     *
     * @throws TuttiException if it was not sent
     */
    public void received(long sequence, long bytes) {
        SendRequest request;
        synchronized (this) {
            if (sequence < 0 || sequence >= sentMessages) {
                throw new TuttiException(
                        "malformed receipt: received sequence=%d, sent messages=%d".formatted(sequence, sentMessages));
            }
            request = unconfirmed.remove(sequence);
            if (request != null) {
                request.end();
            }
        }
        taken(bytes);
        if (request != null) {
            request.completed();
        }
    }

    /**
     * Learns from the receiver how much it has taken so far.
     *
     * @throws TuttiException if that is more than was sent
     */
    public void taken(long bytes) {
        List<Credit> raised;
        long limit;
        synchronized (this) {
            raised = window.taken(bytes, sentMessages);
            limit = window.limitBytes();
        }
        raised.forEach(credit -> credit.raise(limit));
        if (!raised.isEmpty()) {
            forgetWhole();
        }
        sendPending();
        waiting.changed();
    }

    private synchronized void forgetWhole() {
        window.forgetWhole();
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

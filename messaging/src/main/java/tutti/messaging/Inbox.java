package tutti.messaging;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/**
 * What one member sent another in one stream and the other has not taken yet, in the order of sending.
 *
 * <p>A linked list whose two ends have a lock each, so that a thread which delivers and a thread which takes share only the
 * link between two messages.
 */
final class Inbox {
    private static final long ANY_CALL = Long.MAX_VALUE;

    private final Waiting waiting;
    private final long receiptEveryBytes;
    private final Supplier<@Nullable MemberFailedException> broken;
    private final Supplier<@Nullable MemberFailedException> senderGone;
    private final Supplier<@Nullable MemberFailedException> cutOff;

    private final Delivering delivering;
    private final Taking taking;

    /**
     * Makes an empty inbox.
     *
     * @param windowBytes bytes under way from which on the sender waits; it hears of what was taken each time that is a quarter of them
     * @param broken why no operation may go on, or null
     * @param senderGone why no further message will come from the sender, or null
     * @param cutOff why not even the rest of a message will come that has begun to arrive, or null
     */
    Inbox(
            Patience patience,
            long windowBytes,
            Supplier<@Nullable MemberFailedException> broken,
            Supplier<@Nullable MemberFailedException> senderGone,
            Supplier<@Nullable MemberFailedException> cutOff) {
        this.waiting = new Waiting(patience);
        receiptEveryBytes = windowBytes / 4;
        this.broken = broken;
        this.senderGone = senderGone;
        this.cutOff = cutOff;
        Message none = Message.none();
        delivering = new Delivering(none, windowBytes);
        taking = new Taking(none);
    }

    /** The end at which messages come; its fields are guarded by it. */
    private static final class Delivering {
        final EarlyMessages early;
        long nextSequence;
        Message last;

        @Nullable
        PostedReceive posted; // only while nothing is there to be taken

        @SuppressWarnings("unused") // keeps what the other side writes off this cache line and its neighbour
        private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

        Delivering(Message none, long windowBytes) {
            early = new EarlyMessages(windowBytes);
            last = none;
        }
    }

    /** The end at which messages are taken; its fields are guarded by it. */
    private static final class Taking {
        Message taken; // the last one that was taken
        long takenMessages;
        long takenBytes;
        long receiptedBytes;

        @SuppressWarnings("unused") // as above
        private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

        Taking(Message none) {
            taken = none;
        }
    }

    /** Returns where the thread that takes messages waits. */
    Waiting waiting() {
        return waiting;
    }

    /**
     * Adds a message; a message that was delivered before is ignored.
     *
     * @throws tutti.serialization.TuttiException if so many came before those that were sent sooner that the sender has not kept to the
     *     window
     */
    void deliver(Message message) {
        synchronized (delivering) {
            if (message.sequence() == delivering.nextSequence && delivering.early.isEmpty()) {
                append(message);
            } else if (message.sequence() >= delivering.nextSequence) {
                delivering.early.add(message, delivering.nextSequence);
                for (Message next = delivering.early.remove(delivering.nextSequence);
                        next != null;
                        next = delivering.early.remove(delivering.nextSequence)) {
                    append(next);
                }
            }
        }
        waiting.changed();
    }

    private void append(Message message) {
        delivering.posted = null; // what waits in a buffer comes after this
        delivering.last.link(message);
        delivering.last = message;
        delivering.nextSequence++;
    }

    /**
     * Finds the buffer that a message may be written into, and makes it the message's own.
     *
     * @param receipts told, outside every lock of this inbox, when the sender must hear that there is room for what follows
     * @return null if there is none: then the message must be delivered
     */
    @Nullable
    PostedReceive claim(
            Frame.Key message,
            Label label,
            boolean receiptWanted,
            long messageBytes,
            MemorySegment memory,
            long at,
            long lengthOfFirst,
            Consumer<Signal> receipts) {
        PostedReceive buffer;
        Signal receipt;
        synchronized (delivering) {
            buffer = delivering.posted;
            if (buffer == null
                    || message.sequence() != delivering.nextSequence
                    || !delivering.early.isEmpty()
                    || !buffer.fits(label, messageBytes, memory, at, lengthOfFirst)) {
                return null;
            }
            receipt = makeRoom(message, Message.weightBytes(messageBytes));
            buffer.claim(message, receiptWanted);
            delivering.posted = null;
            delivering.nextSequence++;
        }
        if (receipt != null) {
            receipts.accept(receipt);
        }
        return buffer;
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
    Received take(Supplier<@Nullable Message> instead, Consumer<Signal> receipts, Vigil vigil) {
        return take(ANY_CALL, instead, receipts, vigil);
    }

    /**
     * Takes the oldest message as {@link #take(Supplier, Consumer, Vigil)} does, unless it belongs to a later call.
     *
     * @param lastCall number of the last call whose messages are taken
     */
    Received take(long lastCall, Supplier<@Nullable Message> instead, Consumer<Signal> receipts, Vigil vigil) {
        Taken result = waiting.await(() -> poll(lastCall), () -> look(() -> poll(lastCall), null, instead), vigil);
        if (result.receipt() != null) {
            receipts.accept(result.receipt());
        }
        return Objects.requireNonNull(result.received());
    }

    /**
     * Takes the oldest message as {@link #take} does, unless the next one can be written straight into a buffer.
     *
     * @param prefix what precedes the elements in the encoding of a message that fits the buffer
     * @param label of the messages that fit, or null if all do
     * @return null if the buffer has been filled
     */
    @Nullable
    Received takeInto(
            DirectBuffer target,
            byte[] prefix,
            @Nullable Label label,
            Supplier<@Nullable Message> instead,
            Consumer<Signal> receipts,
            Vigil vigil) {
        long lastCall = label == null ? ANY_CALL : label.call();
        Taken result = poll(lastCall);
        if (result == null) {
            PostedReceive buffer = new PostedReceive(target, prefix, label, waiting);
            try {
                result = waiting.await(
                        () -> glance(buffer, lastCall),
                        () -> look(() -> glance(buffer, lastCall), buffer, instead),
                        vigil);
            } catch (RuntimeException e) {
                takeBack(buffer, receipts);
                throw e;
            }
            if (result.received() != null) {
                takeBack(buffer, receipts); // something else has come
            }
        }
        if (result.receipt() != null) {
            receipts.accept(result.receipt());
        }
        return result.received();
    }

    /** Ends the use of a buffer; what was to fill it is dropped, and takes up no room any more. */
    private void takeBack(PostedReceive buffer, Consumer<Signal> receipts) {
        if (!withdraw(buffer)) {
            buffer.abandon();
            Signal receipt = counted(buffer).receipt();
            if (receipt != null) {
                receipts.accept(receipt);
            }
        }
    }

    private Taken counted(PostedReceive buffer) {
        return counted(null, buffer.message(), 0, buffer.receiptWanted());
    }

    private @Nullable Taken glance(PostedReceive buffer, long lastCall) {
        if (!buffer.isClaimed()) {
            Message head = head();
            if (head == null || head.label().call() > lastCall) {
                return null;
            }
            if (withdraw(buffer)) {
                return poll(lastCall);
            }
        }
        return buffer.isComplete() ? counted(buffer) : null;
    }

    /**
     * Looks for a message, and for all that ends the wait for one.
     *
     * @param buffer posted if nothing is there, unless null
     */
    private @Nullable Taken look(
            Supplier<@Nullable Taken> glance, @Nullable PostedReceive buffer, Supplier<@Nullable Message> instead) {
        throwIfPresent(broken.get());
        Taken result = glance.get();
        if (result != null) {
            return result;
        }
        if (isClaimed(buffer)) {
            return lookForRest(glance);
        }
        Message other = instead.get();
        if (other != null) {
            result = glance.get(); // it may be here since the first glance, and then it must be taken
            if (result != null || isClaimed(buffer)) {
                return result;
            }
            return new Taken(Received.of(other), null);
        }
        MemberFailedException gone = senderGone.get();
        if (gone == null) {
            if (buffer != null) {
                post(buffer);
            }
            return null;
        }
        result = glance.get(); // it may have sent this before it went
        if (result == null && !isClaimed(buffer)) {
            other = instead.get(); // or a message of a later call, which says more
            if (other != null) {
                return new Taken(Received.of(other), null);
            }
            throw gone.again();
        }
        return result;
    }

    private @Nullable Taken lookForRest(Supplier<@Nullable Taken> glance) {
        MemberFailedException never = cutOff.get();
        if (never == null) {
            return null;
        }
        Taken result = glance.get(); // it may have come meanwhile
        if (result == null) {
            throw never.again();
        }
        return result;
    }

    private static boolean isClaimed(@Nullable PostedReceive buffer) {
        return buffer != null && buffer.isClaimed();
    }

    private void post(PostedReceive buffer) {
        synchronized (delivering) {
            // it may have been claimed since this member looked
            if (delivering.posted == null && !buffer.isClaimed() && head() == null) {
                delivering.posted = buffer;
            }
        }
    }

    /** Takes back what was posted, or was not; returns false if a message has claimed it. */
    private boolean withdraw(PostedReceive buffer) {
        synchronized (delivering) {
            if (buffer.equals(delivering.posted)) {
                delivering.posted = null;
            }
            return !buffer.isClaimed();
        }
    }

    /** Returns the oldest message without taking it, or null if there is none. */
    @Nullable
    Message head() {
        synchronized (taking) {
            return taking.taken.next();
        }
    }

    /** Returns whether nothing is here, or waits for what comes before it, and nobody waits for a message. */
    boolean isIdle() {
        synchronized (delivering) {
            return head() == null && delivering.early.isEmpty() && delivering.posted == null;
        }
    }

    /** Drops the oldest messages, as long as they belong to calls up to one that this member has left early. */
    void discard(long lastCall, Consumer<Signal> receipts) {
        for (Taken taken = poll(lastCall); taken != null; taken = poll(lastCall)) {
            Objects.requireNonNull(taken.received()).payload().release();
            if (taken.receipt() != null) {
                receipts.accept(taken.receipt());
            }
        }
    }

    private @Nullable Taken poll(long lastCall) {
        synchronized (taking) {
            Message message = taking.taken.next();
            if (message == null || message.label().call() > lastCall) {
                return null;
            }
            taking.taken = message;
            Received received = Received.of(message);
            long weight = message.weightBytes();
            message.forgetPayload();
            return counted(received, Frame.Key.of(message), weight, message.receiptWanted());
        }
    }

    /** Counts a message that was taken, or has filled a buffer, which {@link #makeRoom} has weighed. */
    private Taken counted(@Nullable Received received, Frame.Key message, long weightBytes, boolean receiptWanted) {
        synchronized (taking) {
            taking.takenMessages++;
            taking.takenBytes += weightBytes;
            return new Taken(received, receiptWanted || isReceiptDue() ? receipt(message) : null);
        }
    }

    /** The bytes of a message have a place from its beginning on, so that they take up none of the window. */
    private @Nullable Signal makeRoom(Frame.Key message, long weightBytes) {
        synchronized (taking) {
            taking.takenBytes += weightBytes;
            return isReceiptDue() ? receipt(message) : null;
        }
    }

    // both guarded by taking

    private boolean isReceiptDue() {
        return taking.takenBytes - taking.receiptedBytes >= receiptEveryBytes;
    }

    private Signal receipt(Frame.Key message) {
        taking.receiptedBytes = taking.takenBytes;
        return Signal.taken(message, taking.takenMessages, taking.takenBytes);
    }

    private static void throwIfPresent(@Nullable MemberFailedException failure) {
        if (failure != null) {
            throw failure.again();
        }
    }

    private record Taken(
            @Nullable Received received, @Nullable Signal receipt) {}
}

package tutti.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * The sending end of one stream between two members: numbers messages and bounds what is under way.
 *
 * <p>A message may begin while less than the window is under way, so a message larger than the window can always be sent. What of it the window has
 * no room for is given credit later: as the receiver takes what came before, or the message itself.
 */
final class Outlet {
    private final Waiting waiting;
    private final long windowBytes;
    private final Supplier<@Nullable MemberFailedException> failure;
    private final BooleanSupplier isUnwanted;
    private final Destination destination;
    private final List<Credit> limited =
            new ArrayList<>(0); // of messages that may not yet travel as a whole; guarded by this
    private long sentMessages; // guarded by this
    private long sentBytes; // guarded by this
    private long takenMessages; // guarded by this
    private long takenBytes; // guarded by this

    /**
     * Makes the sending end of a stream.
     *
     * @param windowBytes bytes under way from which on a further message waits
     * @param failure why the receiver will take nothing more, or null
     * @param isUnwanted whether not even what was sent before will be taken
     */
    Outlet(
            Patience patience,
            long windowBytes,
            Supplier<@Nullable MemberFailedException> failure,
            BooleanSupplier isUnwanted,
            Destination destination) {
        this.waiting = new Waiting(patience);
        this.windowBytes = windowBytes;
        this.failure = failure;
        this.isUnwanted = isUnwanted;
        this.destination = destination;
    }

    /** Where the messages of the stream go. */
    sealed interface Destination {
        /** Takes a message; never blocks. */
        void send(Message message, Credit credit);
    }

    /** A member of this process: messages are handed over by reference, so that there is nothing to hold back. */
    record Here(Endpoint receiver) implements Destination {
        @Override
        public void send(Message message, Credit credit) {
            receiver.deliver(message);
        }
    }

    /** A member of another process. */
    record Elsewhere(Connection connection) implements Destination {
        @Override
        public void send(Message message, Credit credit) {
            connection.send(message, credit);
        }
    }

    /** Does, under the lock of the stream, what a message with the next number needs. */
    interface Numbering<T> {
        /** Returns null if the message shall not have the number. */
        @Nullable
        T number(long sequence, Credit credit);
    }

    /**
     * Sends a message as soon as there is room in the window.
     *
     * @param weightBytes what the message weighs
     * @param numbered makes the message with its sequence number
     * @param throwIfOver as for {@link #place}
     * @return how many messages have been sent, this one included
     */
    long send(long weightBytes, LongFunction<Message> numbered, Runnable throwIfOver, Vigil vigil) {
        return place(
                                weightBytes,
                                (sequence, credit) -> {
                                    Message message = numbered.apply(sequence);
                                    // under the lock, so that messages enter the connection in the order of their
                                    // numbers
                                    destination.send(message, credit);
                                    return message;
                                },
                                throwIfOver,
                                vigil)
                        .sequence()
                + 1;
    }

    /**
     * Gives a message the next number as soon as there is room in the window.
     *
     * @param throwIfOver throws if the message is not wanted any more, although its receiver is there
     */
    <T> T place(long weightBytes, Numbering<T> numbering, Runnable throwIfOver, Vigil vigil) {
        T placed = tryPlace(weightBytes, numbering);
        if (placed != null) {
            return placed;
        }
        return await(
                () -> {
                    throwIfOver.run();
                    return tryPlace(weightBytes, numbering);
                },
                vigil);
    }

    /** Gives a message the next number, if there is room in the window; returns null if there is not, or the message does not want it. */
    synchronized <T> @Nullable T tryPlace(long weightBytes, Numbering<T> numbering) {
        throwIfGone();
        long limit = takenBytes + windowBytes;
        if (sentBytes >= limit) {
            return null;
        }
        boolean isWhole = destination instanceof Here || weightBytes <= limit - sentBytes;
        Credit credit = isWhole ? Credit.WHOLE : new Credit(sentBytes, sentBytes + weightBytes, limit);
        T placed = numbering.number(sentMessages, credit);
        if (placed != null) {
            sentMessages++;
            sentBytes += weightBytes;
            if (!isWhole) {
                limited.add(credit);
            }
        }
        return placed;
    }

    /** Waits until the receiver has taken so many messages. */
    void awaitTaken(long messages, Vigil vigil) {
        await(() -> isTaken(messages) ? true : null, vigil);
    }

    private <T> T await(Supplier<@Nullable T> look, Vigil vigil) {
        return waiting.await(look, look, vigil);
    }

    private synchronized boolean isTaken(long messages) {
        if (takenMessages >= messages) {
            return true;
        }
        throwIfGone();
        return false;
    }

    /**
     * Learns from the receiver what it has taken so far.
     *
     * @throws TuttiException if that is more than was sent
     */
    void taken(long messages, long bytes) {
        List<Credit> raised;
        long limit;
        synchronized (this) {
            if (messages > sentMessages || bytes < 0) {
                throw new TuttiException("malformed receipt: taken messages=%d bytes=%d, sent messages=%d"
                        .formatted(messages, bytes, sentMessages));
            }
            takenMessages = Math.max(takenMessages, messages);
            takenBytes = Math.max(takenBytes, bytes);
            limit = takenBytes + windowBytes;
            raised = List.copyOf(limited);
        }
        raised.forEach(credit -> credit.raise(limit));
        if (!raised.isEmpty()) {
            forgetWhole();
        }
        waiting.changed();
    }

    private synchronized void forgetWhole() {
        limited.removeIf(Credit::isWhole);
    }

    /** Returns whether a part of some message may not travel yet. */
    synchronized boolean holdsBack() {
        return !limited.isEmpty();
    }

    /** Lets those who wait look again whether the receiver or the group has failed; what nobody will take need not travel any more. */
    void wake() {
        List<Credit> all;
        synchronized (this) {
            all = List.copyOf(limited);
            if (isUnwanted.getAsBoolean()) {
                all.forEach(Credit::cancel);
                limited.clear();
            }
        }
        all.forEach(Credit::wake);
        waiting.alarm();
    }

    /** Throws if the receiver will take nothing more. */
    void throwIfGone() {
        MemberFailedException gone = failure.get();
        if (gone != null) {
            throw gone.again();
        }
    }
}

package tutti.messaging;

import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * The sending end of one stream between two members: numbers messages and bounds what is under way.
 *
 * <p>A message may go while less than the window is under way, so at most one message exceeds it, and a message larger than the
 * window can always be sent.
 */
final class Outlet {
    private static final long NO_PLACE = -1;

    private final Waiting waiting;
    private final long windowBytes;
    private final Supplier<@Nullable MemberFailedException> failure;
    private final Destination destination;
    private long sentMessages; // guarded by this
    private long sentBytes; // guarded by this
    private long takenMessages; // guarded by this
    private long takenBytes; // guarded by this

    /**
     * Makes the sending end of a stream.
     *
     * @param windowBytes bytes under way from which on a further message waits
     * @param failure why the receiver will take nothing more, or null
     */
    Outlet(
            Patience patience,
            long windowBytes,
            Supplier<@Nullable MemberFailedException> failure,
            Destination destination) {
        this.waiting = new Waiting(patience);
        this.windowBytes = windowBytes;
        this.failure = failure;
        this.destination = destination;
    }

    /** Where the messages of the stream go; never blocks. */
    interface Destination {
        void send(Message message);
    }

    /**
     * Sends a message as soon as there is room in the window.
     *
     * @param numbered makes the message with its sequence number
     * @return how many messages have been sent, this one included
     */
    long send(LongFunction<Message> numbered, Vigil vigil) {
        return awaitPlace(
                number -> {
                    Message message = numbered.apply(number);
                    long weight = message.weightBytes(); // before the receiver takes the payload
                    // under the lock, so that messages enter the connection in the order of their numbers
                    destination.send(message);
                    return weight;
                },
                vigil);
    }

    /**
     * Reserves the place of a message that the caller sends by itself, as soon as there is room in the window.
     *
     * @return how many messages have been sent, this one included
     */
    long reserve(long weightBytes, Vigil vigil) {
        return awaitPlace(number -> weightBytes, vigil);
    }

    /**
     * Reserves the place of a message if there is room in the window, and a buffer that waits for it.
     *
     * @param claim makes the buffer that of the message with a number, or returns false
     * @return how many messages have been sent, this one included; 0 if the message must be sent as usual
     */
    long tryReserve(long weightBytes, LongPredicate claim) {
        return tryPlace(number -> claim.test(number) ? weightBytes : NO_PLACE);
    }

    private long awaitPlace(LongUnaryOperator weightOf, Vigil vigil) {
        long sent = tryPlace(weightOf);
        return sent > 0 ? sent : await(() -> positive(tryPlace(weightOf)), vigil);
    }

    private static @Nullable Long positive(long sent) {
        return sent > 0 ? sent : null;
    }

    /**
     * Gives a message the next number, if there is room in the window.
     *
     * @param weightOf does under the lock what the message with a number needs, and returns its weight or {@link #NO_PLACE}
     * @return how many messages have been sent, this one included, or 0
     */
    private synchronized long tryPlace(LongUnaryOperator weightOf) {
        throwIfGone();
        if (sentBytes - takenBytes >= windowBytes) {
            return 0;
        }
        long weight = weightOf.applyAsLong(sentMessages);
        if (weight == NO_PLACE) {
            return 0;
        }
        sentBytes += weight;
        return ++sentMessages;
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
        synchronized (this) {
            if (messages > sentMessages || bytes < 0) {
                throw new TuttiException("malformed receipt: taken messages=%d bytes=%d, sent messages=%d"
                        .formatted(messages, bytes, sentMessages));
            }
            takenMessages = Math.max(takenMessages, messages);
            takenBytes = Math.max(takenBytes, bytes);
        }
        waiting.changed();
    }

    void nudge(long nowNanos) {
        waiting.nudge(nowNanos);
    }

    /** Lets those who wait look again whether the receiver or the group has failed. */
    void wake() {
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

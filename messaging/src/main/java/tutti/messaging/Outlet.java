package tutti.messaging;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of one stream between two members: numbers messages and bounds what is under way.
 *
 * <p>The fields are guarded by {@code waiting}. A message may go while less than the window is under way, so at most one
 * message exceeds it, and a message larger than the window can always be sent.
 */
final class Outlet {
    private final Waiting waiting = new Waiting();
    private final long windowBytes;
    private final Supplier<@Nullable MemberFailedException> failure;
    private long sentMessages;
    private long sentBytes;
    private long takenMessages;
    private long takenBytes;

    /**
     * Makes the sending end of a stream.
     *
     * @param windowBytes bytes under way from which on a further message waits
     * @param failure why the receiver will take nothing more, or null
     */
    Outlet(long windowBytes, Supplier<@Nullable MemberFailedException> failure) {
        this.windowBytes = windowBytes;
        this.failure = failure;
    }

    /**
     * Sends a message as soon as there is room in the window.
     *
     * @param numbered makes the message with its sequence number
     * @return how many messages have been sent, this one included
     */
    long send(Function<Long, Message> numbered, Connection connection, Supplier<String> what) {
        return waiting.await(
                () -> {
                    throwIfGone();
                    if (sentBytes - takenBytes >= windowBytes) {
                        return null;
                    }
                    Message message = numbered.apply(sentMessages);
                    sentBytes += message.weightBytes();
                    // under the lock, so that messages enter the connection in the order of their numbers
                    connection.send(message);
                    return ++sentMessages;
                },
                what);
    }

    /** Waits until the receiver has taken so many messages. */
    void awaitTaken(long messages, Supplier<String> what) {
        waiting.await(
                () -> {
                    if (takenMessages >= messages) {
                        return true;
                    }
                    throwIfGone();
                    return null;
                },
                what);
    }

    /** Learns from the receiver what it has taken so far. */
    void taken(long messages, long bytes) {
        waiting.change(() -> {
            takenMessages = Math.max(takenMessages, messages);
            takenBytes = Math.max(takenBytes, bytes);
        });
    }

    /** Lets those who wait look again whether the receiver or the group has failed. */
    void wake() {
        waiting.change(() -> {});
    }

    private void throwIfGone() {
        MemberFailedException gone = failure.get();
        if (gone != null) {
            throw gone.again();
        }
    }
}

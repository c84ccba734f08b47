package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import tutti.serialization.TuttiException;

/**
 * How much of a {@link SendStream} is under way, and which of its messages may travel how far.
 *
 * <p>Guarded by the stream, but for what it returns.
 */
final class SendWindow {
    private final long windowBytes;
    private final List<Credit> limited = new ArrayList<>(0); // of messages that may not yet travel as a whole
    private long sentBytes;
    private long takenBytes;

    /**
     * Makes an empty window.
     *
     * @param windowBytes bytes under way from which on a further message waits
     */
    SendWindow(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    boolean hasRoom() {
        return sentBytes < limitBytes();
    }

    /**
     * Counts a message.
     *
     * @param isHere whether it is handed over by reference, so that there is nothing to hold back
     * @return how far it may travel
     */
    Credit begin(long weightBytes, boolean isHere) {
        Credit credit = Credit.WHOLE;
        if (!isHere && weightBytes > limitBytes() - sentBytes) {
            credit = new Credit(sentBytes, sentBytes + weightBytes, limitBytes());
            limited.add(credit);
        }
        sentBytes += weightBytes;
        return credit;
    }

    /** Takes back what was counted last. */
    void undo(long weightBytes, Credit credit) {
        sentBytes -= weightBytes;
        limited.remove(credit);
    }

    /**
     * Learns how much the receiver has taken so far.
     *
     * @return messages that may travel further now, up to {@link #limitBytes}
     * @throws TuttiException if that is more than was sent
     */
    List<Credit> taken(long bytes, long sentMessages) {
        if (bytes < 0 || bytes > sentBytes) {
            throw new TuttiException("malformed receipt: taken bytes=%d, sent messages=%d bytes=%d"
                    .formatted(bytes, sentMessages, sentBytes));
        }
        takenBytes = Math.max(takenBytes, bytes);
        return copyOfLimited();
    }

    /** Returns how many bytes of the stream may travel now. */
    long limitBytes() {
        return takenBytes + windowBytes;
    }

    List<Credit> copyOfLimited() {
        return limited.isEmpty() ? List.of() : List.copyOf(limited);
    }

    void forgetWhole() {
        limited.removeIf(Credit::isWhole);
    }

    /** What may not travel yet need not travel any more. */
    void cancelLimited() {
        limited.forEach(Credit::cancel);
        limited.clear();
    }

    /** Returns whether a part of some message may not travel yet. */
    boolean holdsBack() {
        return !limited.isEmpty();
    }
}

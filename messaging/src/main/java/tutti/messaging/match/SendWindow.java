package tutti.messaging.match;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * How much of a {@link SendStream} is under way, and which of its messages may travel how far.
 *
 * <p>Guarded by the stream, but for what it returns.
 */
final class SendWindow {
    private final long windowBytes;
    private final Object stream;

    /** Of messages that may not yet travel as a whole, by number, in the order of sending. */
    private final Map<Long, Credit> limited = new LinkedHashMap<>(0);

    private long sentBytes;
    private long takenBytes;

    /**
     * Makes an empty window.
     *
     * @param windowBytes bytes under way from which on data of a further message wait
     * @param stream whose window it is
     */
    SendWindow(long windowBytes, Object stream) {
        this.windowBytes = windowBytes;
        this.stream = stream;
    }

    boolean hasRoom() {
        return sentBytes < limitBytes();
    }

    /** Returns whether all of a message may travel. */
    boolean hasRoomFor(long weightBytes) {
        return weightBytes <= limitBytes() - sentBytes;
    }

    /** Returns where in the stream the next message begins. */
    long sentBytes() {
        return sentBytes;
    }

    /**
     * Counts a message.
     *
     * @param isHere whether it is handed over by reference, so that there is nothing to hold back
     * @return how far it may travel
     */
    Credit begin(long sequence, long weightBytes, boolean isHere) {
        Credit credit = Credit.WHOLE;
        if (!isHere && !hasRoomFor(weightBytes)) {
            credit = new Credit(sentBytes, sentBytes + weightBytes, limitBytes(), stream);
            limited.put(sequence, credit);
        }
        sentBytes += weightBytes;
        return credit;
    }

    /** Takes back what was counted last. */
    void undo(long sequence, long weightBytes) {
        sentBytes -= weightBytes;
        limited.remove(sequence);
    }

    /**
     * Learns that the receiver has taken a message, and how much it has taken so far.
     *
     * @return the credit of that message, of which all is wanted now, or null if all of it may travel already
     * @throws TuttiException if that is more than was sent
     */
    @Nullable
    Credit taken(long sequence, long bytes, long sentMessages) {
        if (sequence < 0 || sequence >= sentMessages || bytes < 0 || bytes > sentBytes) {
            throw new TuttiException("malformed receipt: taken sequence=%d bytes=%d, sent messages=%d bytes=%d"
                    .formatted(sequence, bytes, sentMessages, sentBytes));
        }
        takenBytes = Math.max(takenBytes, bytes);
        return limited.remove(sequence);
    }

    /** Returns how many bytes of the stream may travel now. */
    long limitBytes() {
        return takenBytes + windowBytes;
    }

    /** Returns the credits that reach further now, and forgets those that cover their messages. */
    List<Credit> raised() {
        List<Credit> raised = null;
        long limit = limitBytes();
        Iterator<Credit> all = limited.values().iterator();
        while (all.hasNext()) {
            Credit credit = all.next();
            if (credit.begin() >= limit) {
                break;
            }
            if (raised == null) {
                raised = new ArrayList<>();
            }
            raised.add(credit);
            if (credit.end() <= limit) {
                all.remove();
            }
        }
        return raised == null ? List.of() : raised;
    }

    List<Credit> copyOfLimited() {
        return limited.isEmpty() ? List.of() : List.copyOf(limited.values());
    }

    /** What may not travel yet need not travel any more. */
    void cancelLimited() {
        limited.values().forEach(Credit::cancel);
        limited.clear();
    }

    /** Returns whether a part of some message may not travel yet. */
    boolean holdsBack() {
        return !limited.isEmpty();
    }
}

package tutti.messaging.match;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * Messages of one source in one context that have arrived before one that was sent sooner.
 *
 * <p>No more of them than the window allows to be under way, because the receiver has taken none of them: a sender that
 * keeps to the window numbers a message only while those before it, as far as they have not been taken, weigh less than
 * that. Not thread-safe.
 */
final class EarlyMessages {
    private final TreeMap<Long, Message> bySequence = new TreeMap<>();
    private final long windowBytes;
    private long weightBytes;

    EarlyMessages(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    boolean isEmpty() {
        return bySequence.isEmpty();
    }

    /**
     * Keeps a message until its turn has come; one that is here already is ignored.
     *
     * @param nextSequence number of the message whose turn it is
     * @throws TuttiException if the sender has not kept to the window
     */
    void add(Message message, long nextSequence) {
        long missing = message.sequence() - nextSequence;
        if (missing > mostMissing()) {
            throw new TuttiException(
                    "malformed frame: message is too far ahead: group=%d source=%d context=%d sequence=%d expected=%d most=%d windowBytes=%d"
                            .formatted(
                                    message.group(),
                                    message.source(),
                                    message.context(),
                                    message.sequence(),
                                    nextSequence,
                                    nextSequence + mostMissing(),
                                    windowBytes));
        }
        if (bySequence.putIfAbsent(message.sequence(), message) == null) {
            weightBytes = Math.addExact(weightBytes, message.weightBytes());
            checkWeight(message);
        }
    }

    /** Returns how many messages may be under way before another one: each weighs something. */
    private long mostMissing() {
        return Math.ceilDiv(windowBytes, Message.weightBytes(0));
    }

    private void checkWeight(Message added) {
        long beforeLast = weightBytes - bySequence.lastEntry().getValue().weightBytes();
        if (beforeLast >= windowBytes) {
            throw new TuttiException(
                    "malformed frame: more bytes are under way than the window allows: group=%d source=%d context=%d messages=%d bytes=%d windowBytes=%d"
                            .formatted(
                                    added.group(),
                                    added.source(),
                                    added.context(),
                                    bySequence.size(),
                                    beforeLast,
                                    windowBytes));
        }
    }

    /** Takes out the message whose turn it is; returns null if it has not arrived. */
    @Nullable
    Message remove(long nextSequence) {
        Message message = bySequence.remove(nextSequence);
        if (message != null) {
            weightBytes -= message.weightBytes();
        }
        return message;
    }
}

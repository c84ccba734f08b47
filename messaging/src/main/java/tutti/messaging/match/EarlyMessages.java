package tutti.messaging.match;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * Messages of one source in one context that have arrived before one that was sent sooner.
 *
 * <p>Their data take up no more than the window, because the receiver has taken none of them; any number of envelopes
 * may be ahead, each with at most {@link Credit#ANNOUNCED_BYTES}. Not thread-safe.
 */
final class EarlyMessages {
    private final TreeMap<Long, Early> bySequence = new TreeMap<>();
    private final long windowBytes;
    private long heldBytes;
    private long mostBytes; // of one message: the last that began within the window may reach far over its end

    /** A message, and what it took up of the window when it came. */
    private record Early(Message message, long heldBytes) {}

    EarlyMessages(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    boolean isEmpty() {
        return bySequence.isEmpty();
    }

    /**
     * Keeps a message until its turn has come; one that is here already is ignored.
     *
     * @throws TuttiException if the sender has not kept to the window
     */
    void add(Message message) {
        Early early = new Early(message, message.hasData() ? message.weightBytes() : 0);
        if (bySequence.putIfAbsent(message.sequence(), early) == null) {
            heldBytes = Math.addExact(heldBytes, early.heldBytes());
            mostBytes = Math.max(mostBytes, early.heldBytes());
            checkWeight(message);
        }
    }

    private void checkWeight(Message added) {
        if (heldBytes - mostBytes >= windowBytes) {
            throw new TuttiException(
                    "malformed frame: more bytes are under way than the window allows: group=%d source=%d context=%d messages=%d bytes=%d windowBytes=%d"
                            .formatted(
                                    added.group(),
                                    added.source(),
                                    added.context(),
                                    bySequence.size(),
                                    heldBytes,
                                    windowBytes));
        }
    }

    /** Takes out the message whose turn it is; returns null if it has not arrived. */
    @Nullable
    Message remove(long nextSequence) {
        Early early = bySequence.remove(nextSequence);
        if (early == null) {
            return null;
        }
        heldBytes -= early.heldBytes();
        return early.message();
    }
}

package tutti.messaging.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a {@link SendStream} that have no room yet, or whose receipt is awaited, and the requests that end
 * with that.
 *
 * <p>Guarded by the stream.
 */
final class PendingSends {
    private final Map<Long, @Nullable SendRequest> unconfirmed = new HashMap<>(0); // by number
    private final Map<Long, WithoutRoom> withoutRoom = new LinkedHashMap<>(0); // by number, in the order of sending

    /** A message whose data have no room, where it begins in the stream, and the request that ends when they have. */
    private record WithoutRoom(long begin, @Nullable SendRequest request) {}

    void addWithoutRoom(long sequence, long begin, @Nullable SendRequest request) {
        withoutRoom.put(sequence, new WithoutRoom(begin, request));
    }

    void addUnconfirmed(long sequence, @Nullable SendRequest request) {
        unconfirmed.put(sequence, request);
    }

    /** Forgets a message that was not sent after all. */
    void undo(long sequence) {
        unconfirmed.remove(sequence);
        withoutRoom.remove(sequence);
    }

    boolean isWithoutRoom(long sequence) {
        return withoutRoom.containsKey(sequence);
    }

    boolean isUnconfirmed(long sequence) {
        return unconfirmed.containsKey(sequence);
    }

    boolean anyWithoutRoom() {
        return !withoutRoom.isEmpty();
    }

    /**
     * Ends what waits for a message that the receiver has taken.
     *
     * @param isReceipt whether the receiver has confirmed it
     */
    void taken(long sequence, boolean isReceipt, List<SendRequest> ended) {
        SendRequest received = isReceipt ? unconfirmed.remove(sequence) : null;
        if (received != null) {
            received.end();
            ended.add(received);
        }
        end(withoutRoom.remove(sequence), ended);
    }

    /** Ends, in the order of sending, what has room now. */
    void endUpTo(long limitBytes, List<SendRequest> ended) {
        Iterator<WithoutRoom> all = withoutRoom.values().iterator();
        while (all.hasNext()) {
            WithoutRoom next = all.next();
            if (next.begin() >= limitBytes) {
                return;
            }
            all.remove();
            end(next, ended);
        }
    }

    private static void end(@Nullable WithoutRoom message, List<SendRequest> ended) {
        SendRequest request = message == null ? null : message.request();
        if (request != null) {
            request.sent();
            ended.add(request);
        }
    }

    /** Returns all requests that have not ended. */
    List<SendRequest> requests() {
        List<SendRequest> all = new ArrayList<>();
        withoutRoom.values().stream()
                .map(WithoutRoom::request)
                .filter(Objects::nonNull)
                .forEach(all::add);
        unconfirmed.values().stream().filter(Objects::nonNull).forEach(all::add);
        return all;
    }

    /** Forgets what has a request; messages whose senders wait stay. */
    void removeRequests() {
        withoutRoom.values().removeIf(message -> message.request() != null);
        unconfirmed.values().removeIf(Objects::nonNull);
    }
}

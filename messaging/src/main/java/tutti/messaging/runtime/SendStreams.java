package tutti.messaging.runtime;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.SendStream;

/**
 * What one member sends to others by: a stream for each of them and each context. Most members send to the same again
 * and again, so the last one is found at once. Thread-safe.
 */
final class SendStreams {
    private final Map<Long, SendStream> streams = new ConcurrentHashMap<>(4);
    private volatile @Nullable SendStream last; // any of them

    /** Returns the stream to a member in a context; makes it if there is none. */
    SendStream to(int peer, int context, Supplier<SendStream> make) {
        SendStream known = last;
        if (known != null && known.isTo(peer, context)) {
            return known;
        }
        Long key = (long) context << Integer.SIZE | peer;
        known = streams.get(key);
        if (known == null) {
            known = streams.computeIfAbsent(key, k -> make.get());
        }
        last = known;
        return known;
    }

    Collection<SendStream> all() {
        return streams.values();
    }
}

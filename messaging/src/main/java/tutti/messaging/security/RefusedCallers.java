package tutti.messaging.security;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From where this process was called by some that it refused, and why.
 *
 * <p>It holds nothing that they said, because nothing of it can be trusted. Thread-safe.
 */
public final class RefusedCallers {
    private static final int MOST = 8;

    private final Set<String> refused = new LinkedHashSet<>(); // guarded by this
    private boolean hasMore; // guarded by this

    /** Notes a refusal; one address that is refused often for one reason counts once. */
    synchronized void add(@Nullable SocketAddress from, String reason) {
        String text = "address=%s: %s".formatted(host(from), reason);
        if (refused.size() < MOST) {
            refused.add(text);
        } else if (!refused.contains(text)) {
            hasMore = true;
        }
    }

    /** Returns all for an error's text, or an empty text if there was none. */
    public synchronized String text() {
        List<String> all = new ArrayList<>(refused);
        if (hasMore) {
            all.add("and more");
        }
        return all.isEmpty() ? "" : ", refused=" + all;
    }

    private static String host(@Nullable SocketAddress from) {
        return from instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress().getHostAddress()
                : String.valueOf(from);
    }
}

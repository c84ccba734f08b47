package tutti.messaging.match;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The order in which requests end: each takes its place when it does.
 *
 * <p>Each member has its own, so that members do not contend for it. Thread-safe; never blocks.
 */
public final class CompletionOrder {
    private final AtomicLong last = new AtomicLong();

    /** Returns the place of a request that ends now: a positive number, greater than all before. */
    public long next() {
        return last.incrementAndGet();
    }
}

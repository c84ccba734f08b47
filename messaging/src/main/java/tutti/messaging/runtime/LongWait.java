package tutti.messaging.runtime;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;

/**
 * A wait of a member that has lasted for some time, for a member or several.
 *
 * <p>Thread-safe: the waiting thread writes, threads that answer for the member read.
 */
final class LongWait {
    private final WaitMonitor monitor;
    private final int id;
    private final int peer;
    private final WaitKind kind;
    private final CallSignature label;
    private final Supplier<String> what;
    private final long sinceNanos;
    private final BooleanSupplier mayEndByItself;
    private final Thread thread = Thread.currentThread();
    private long heardBefore; // used by the waiting thread
    private volatile long known;

    /**
     * Makes a wait of the calling thread.
     *
     * @param id tells it from other waits of the member; positive
     * @param peer rank of the member that is awaited, or a negative number if there are several
     * @param kind what ends it
     * @param mayEndByItself whether something other than the members can end it
     */
    LongWait(
            WaitMonitor monitor,
            int id,
            int peer,
            WaitKind kind,
            CallSignature label,
            Supplier<String> what,
            long sinceNanos,
            BooleanSupplier mayEndByItself) {
        this.monitor = monitor;
        this.id = id;
        this.peer = peer;
        this.kind = kind;
        this.label = label;
        this.what = what;
        this.sinceNanos = sinceNanos;
        this.mayEndByItself = mayEndByItself;
    }

    boolean isOf(WaitMonitor other) {
        return monitor.equals(other);
    }

    int id() {
        return id;
    }

    int peer() {
        return peer;
    }

    WaitKind kind() {
        return kind;
    }

    CallSignature label() {
        return label;
    }

    String what() {
        return what.get();
    }

    long sinceNanos() {
        return sinceNanos;
    }

    Thread thread() {
        return thread;
    }

    boolean mayEndByItself() {
        return mayEndByItself.getAsBoolean();
    }

    /**
     * The waiting thread has heard in which waits the members are that it waits for; called each time before it looks
     * for what it waits for.
     *
     * @param waits fingerprint of their waits, or 0 if not all of them wait
     */
    void heard(long waits) {
        known = waits == heardBefore ? waits : 0; // it has looked since it heard this first, and found nothing
        heardBefore = waits;
    }

    /** Returns the fingerprint of the waits of the awaited members that the thread knew when it last found nothing. */
    long known() {
        return known;
    }
}

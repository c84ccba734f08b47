package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a message may travel for which its window has no room: the rest stays with the sender until the receiver has
 * taken what came before, or the message itself.
 *
 * <p>A piece of the message may be written if it begins within the credit; so no more than one piece exceeds the
 * window. If not even the first may, the envelope and at most {@link #ANNOUNCED_BYTES} go ahead, so that a receive can
 * be matched with the message: MPI's rendezvous. Thread-safe.
 */
public final class Credit {
    /** Most bytes of a message that travel with its envelope although there is no room for it. */
    public static final int ANNOUNCED_BYTES = 64;

    /** Of a message that may travel as a whole. */
    public static final Credit WHOLE = new Credit(0, Long.MAX_VALUE, Long.MAX_VALUE, null);

    /** Reachable as long as a part of the message waits here, although the program may have dropped its group. */
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final @Nullable Object stream;

    private final long begin;
    private final long end;
    private final long aheadBytes;
    private final List<Runnable> waiting = new ArrayList<>(1); // guarded by this
    private volatile long limit; // written under this
    private volatile boolean cancelled; // written under this

    /**
     * Gives a message credit.
     *
     * @param begin how many bytes the stream has had before the message
     * @param end the same, this message included
     * @param limit how many bytes of the stream may travel for now
     * @param stream learns of more, and is kept reachable; null if all may travel
     */
    public Credit(long begin, long end, long limit, @Nullable Object stream) {
        this.stream = stream;
        this.begin = begin;
        this.end = end;
        this.limit = limit;
        aheadBytes = begin < limit ? 0 : ANNOUNCED_BYTES;
    }

    /** Returns whether a piece of the message that begins there may travel. */
    public boolean allows(long offset) {
        return begin + Math.max(0, offset - aheadBytes) < limit;
    }

    /** Returns where in the stream the message begins. */
    long begin() {
        return begin;
    }

    /** Returns where in the stream the message ends. */
    long end() {
        return end;
    }

    /** Returns whether the credit covers the whole message. */
    boolean isWhole() {
        return limit >= end;
    }

    /** Returns whether no member will take the message, so that what is left of it need not travel. */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Runs an action once, when a piece that begins there may travel, or need not, or there may be something else to
     * see: in the calling thread if that is the case already, else in the one that changes it.
     *
     * @param action looks again; must not block
     */
    public void whenAllowed(long offset, Runnable action) {
        synchronized (this) {
            if (!allows(offset) && !cancelled) {
                waiting.add(action);
                return;
            }
        }
        action.run();
    }

    /** Learns how many bytes of the stream may travel now. */
    public void raise(long newLimit) {
        synchronized (this) {
            if (newLimit <= limit) {
                return;
            }
            limit = newLimit;
        }
        wake();
    }

    /** Lets the whole message travel, whether there is room for it or not. */
    public void lift() {
        raise(Long.MAX_VALUE);
    }

    /** What is left of the message need not travel, unless all of it may. */
    public synchronized void cancel() {
        cancelled |= !isWhole();
    }

    /** Lets senders that wait for credit look for all else there is to see. */
    public void wake() {
        List<Runnable> ready;
        synchronized (this) {
            ready = takeWaiting();
        }
        ready.forEach(Runnable::run);
    }

    private List<Runnable> takeWaiting() {
        List<Runnable> ready = List.copyOf(waiting);
        waiting.clear();
        return ready;
    }
}

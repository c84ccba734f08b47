package tutti.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.Request;

/**
 * The buffer of a rank's buffered sends. Messages are captured in Tutti's memory, not in it: it says how much may be
 * under way. Thread-safe.
 */
public final class BufferedSends {
    /** Bytes of the buffer that a message takes beside its own. */
    public static final int OVERHEAD = 128;

    private @Nullable Object attached; // guarded by this
    private long capacity; // guarded by this
    private final List<Sent> sent = new ArrayList<>(); // guarded by this

    private record Sent(Request<?> request, long bytes) {}

    /** Makes the state of a rank without a buffer. */
    public BufferedSends() {}

    /** Attaches a buffer of so many bytes. */
    public synchronized void attach(Object buffer, long capacityBytes) {
        if (attached != null) {
            throw new MpiFailure(ErrorClass.BUFFER, "a buffer is attached already; detach it first");
        }
        attached = buffer;
        capacity = capacityBytes;
    }

    /**
     * Waits until all that was sent is on its way.
     *
     * @return the buffer, or null if there was none
     */
    public synchronized @Nullable Object detach() {
        for (Sent message : sent) {
            message.request().await();
        }
        sent.clear();
        Object detached = attached;
        attached = null;
        return detached;
    }

    /** Sends a message of so many bytes if the buffer has room for it. */
    public synchronized void send(long bytes, Supplier<Request<?>> sending) {
        if (attached == null) {
            throw new MpiFailure(ErrorClass.BUFFER, "no buffer is attached; attach one before a buffered send");
        }
        sent.removeIf(message -> message.request().isDone());
        long used =
                sent.stream().mapToLong(message -> message.bytes() + OVERHEAD).sum();
        if (used + bytes + OVERHEAD > capacity) {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "attached buffer has no room: length=%d used=%d message=%d overhead=%d; attach a larger one"
                            .formatted(capacity, used, bytes, OVERHEAD));
        }
        sent.add(new Sent(sending.get(), bytes));
    }
}

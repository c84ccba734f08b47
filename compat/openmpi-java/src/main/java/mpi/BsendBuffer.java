package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.Request;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/**
 * The buffer of buffered sends. Messages are captured in Tutti's memory, not in it: it says how much may be under way.
 * Thread-safe.
 */
final class BsendBuffer {
    private byte @Nullable [] attached; // guarded by this
    private final List<Sent> sent = new ArrayList<>(); // guarded by this

    private record Sent(Request<?> request, long bytes) {}

    synchronized void attach(byte[] buffer) {
        if (attached != null) {
            throw new MpiFailure(ErrorClass.BUFFER, "a buffer is attached already; call MPI.detachBuffer first");
        }
        attached = buffer;
    }

    /** Waits until all that was sent is on its way. */
    synchronized byte @Nullable [] detach() {
        for (Sent message : sent) {
            message.request().await();
        }
        sent.clear();
        byte[] detached = attached;
        attached = null;
        return detached;
    }

    synchronized void send(long bytes, Supplier<Request<?>> sending) {
        if (attached == null) {
            throw new MpiFailure(
                    ErrorClass.BUFFER, "no buffer is attached; call MPI.attachBuffer before a buffered send");
        }
        sent.removeIf(message -> message.request().isDone());
        long used = sent.stream()
                .mapToLong(message -> message.bytes() + MPI.BSEND_OVERHEAD)
                .sum();
        if (used + bytes + MPI.BSEND_OVERHEAD > attached.length) {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "attached buffer has no room: length=%d used=%d message=%d overhead=%d; attach a larger one"
                            .formatted(attached.length, used, bytes, MPI.BSEND_OVERHEAD));
        }
        sent.add(new Sent(sending.get(), bytes));
    }
}

package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.Status;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;

/**
 * A message that a matched probe has found and taken: no other receive gets it (MPI 4.1, section 3.8.2).
 *
 * <p>To be received once, by any thread. Not thread-safe.
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
public final class ProbedMessage {
    private final Endpoint endpoint;
    private final Status status;
    private @Nullable Message message;
    private boolean isReceived;

    /**
     * Makes it.
     *
     * @param message null if it comes from {@link Communicator#NO_MEMBER}
     */
    ProbedMessage(Endpoint endpoint, Status status, @Nullable Message message) {
        this.endpoint = endpoint;
        this.status = status;
        this.message = message;
    }

    /** Returns this message for a caller to whom the rank of its source is counted from a first member; replaces it. */
    ProbedMessage countedFrom(int first) {
        return new ProbedMessage(endpoint, Messages.countedFrom(first, status), taken());
    }

    /** Returns who sent it, with which tag, and how much it holds. */
    public Status status() {
        return status;
    }

    /**
     * Receives it as a value, waiting until all of it has arrived.
     *
     * @return the value; null if it comes from {@link Communicator#NO_MEMBER}
     * @throws IllegalStateException if it has been received; if a deadline or an interrupt ends this, it has not been
     */
    @SuppressWarnings({"unchecked", "NullAway"})
    public <T extends @Nullable Object> T receive() {
        Message taken = taken();
        if (taken == null) {
            return (T) null;
        }
        Endpoint operation = endpoint.recorded();
        return (T) Messages.run(
                operation,
                "receive",
                status.source(),
                status.tag(),
                () -> readOrKeep(taken, () -> Messages.take(operation, taken)));
    }

    /**
     * Receives it into a buffer, waiting until all of it has arrived.
     *
     * @param target all its elements are overwritten; none if it comes from {@link Communicator#NO_MEMBER}
     * @throws BufferMismatchException if it holds another type or number of elements; it is consumed
     * @throws IllegalStateException if it has been received; if a deadline or an interrupt ends this, it has not been
     */
    public void receive(DirectBuffer target) {
        Arguments.given("target", target).requireWritable("target");
        Message taken = taken();
        if (taken == null) {
            return;
        }
        Endpoint operation = endpoint.recorded();
        Messages.run(
                operation,
                "receive",
                status.source(),
                status.tag(),
                () -> readOrKeep(taken, () -> {
                    Messages.fill(operation, target, taken);
                    return null;
                }));
    }

    /** Reads the message; if the wait for the rest of it ends before, it can be received again. */
    private <T extends @Nullable Object> T readOrKeep(Message taken, Messages.Action<T> read) {
        try {
            return read.run();
        } catch (DeadlineExceededException | OperationInterruptedException e) {
            if (taken.isGivenUpBy(e)) { // else what was read has thrown this
                message = taken;
                isReceived = false;
            }
            throw e;
        }
    }

    private @Nullable Message taken() {
        if (isReceived) {
            throw new IllegalStateException("a probed message is received once: " + status);
        }
        isReceived = true;
        Message found = message;
        message = null;
        return found;
    }

    @Override
    public String toString() {
        return "ProbedMessage[%s]".formatted(status);
    }
}

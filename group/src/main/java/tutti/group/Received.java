package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Status;

/**
 * A value that was received, and what is known of its message.
 *
 * @param value what was sent; a {@link ClassCastException} at the caller means that it has another type
 */
public record Received<T extends @Nullable Object>(T value, Status status) {

    /** Returns the rank of the sender. */
    public int source() {
        return status.source();
    }

    /** Returns the tag that the message was sent with. */
    public int tag() {
        return status.tag();
    }

    /** Returns this value for a caller to whom the rank of its source is counted from that of a first member. */
    Received<T> countedFrom(int first) {
        return new Received<>(value, Messages.countedFrom(first, status));
    }
}

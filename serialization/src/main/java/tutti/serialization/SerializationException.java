package tutti.serialization;

import org.jspecify.annotations.Nullable;

/**
 * An object could not be turned into bytes, copied, or read back.
 *
 * <p>When a send throws it nothing was sent; when a receive throws it the message is consumed; the group still works. A
 * collective operation that throws it at one member has failed there only: the others may wait for what that member did
 * not send.
 */
public class SerializationException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a message that says what class is at fault and what to do. */
    public SerializationException(String message) {
        super(message);
    }

    /** Makes an exception with a message and the failure below it. */
    public SerializationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package tutti.serialization;

import org.jspecify.annotations.Nullable;

/**
 * Root of every exception that this library throws for a failure, as opposed to a wrong argument.
 *
 * <p>Wrong arguments (a rank outside the group, a null group) are {@link IllegalArgumentException}s or
 * {@link NullPointerException}s, as in the JDK.
 */
public class TuttiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a message that names both ends and the cure. */
    public TuttiException(String message) {
        super(message);
    }

    /** Makes an exception with a message and the failure below it. */
    public TuttiException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package tutti.messaging;

import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * This process could not join its job: process 0 was not reached, processes are missing, or two disagree.
 *
 * <p>The message names both ends and who is missing.
 */
public class JoinException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception that names both ends and the cure. */
    public JoinException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

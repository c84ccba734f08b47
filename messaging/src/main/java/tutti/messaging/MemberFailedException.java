package tutti.messaging;

import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * A member of the group failed or left, so that the operation can never complete.
 *
 * <p>Thrown in every member that waits for the lost one. After a failure (not after an orderly leave) the group is broken: each
 * later operation in it throws this exception too, with the same cause. Other groups go on.
 */
public class MemberFailedException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception that names the member, its process and host. */
    public MemberFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the same failure for another thread, with that thread's own stack trace. */
    MemberFailedException again() {
        return new MemberFailedException(String.valueOf(getMessage()), getCause());
    }
}

package tutti.messaging.failure;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/** A process was lost because it has ended, and not perhaps because it is not reached. */
public final class ProcessEndedException extends TuttiException {
    @Serial
    private static final long serialVersionUID = 1;

    public ProcessEndedException(String message) {
        super(message);
    }

    public ProcessEndedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns whether a loss is one of this kind. */
    public static boolean isCauseOf(Throwable loss) {
        return FailureKind.causes(loss).anyMatch(ProcessEndedException.class::isInstance);
    }
}

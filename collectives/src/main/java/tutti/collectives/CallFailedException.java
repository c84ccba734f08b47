package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * A collective call failed in another member, by an exception of the program or of a value; the group still works.
 *
 * <p>An operator threw, for instance, or a value could not be serialized. That member gets its own exception. The
 * others get this one, which says who it was ({@link #rank}), in which call ({@link #operation}) and of what ({@link
 * #failure}, the message, and the cause: the exception itself if the member lives in this process, else a {@link
 * tutti.messaging.RemoteCause}). What the call was to write into buffers and dividable objects is undefined. The next
 * call works.
 *
 * <p>A member whose part was done before it could know has returned. docs/failures.md says which members get this
 * exception for certain.
 */
public class CallFailedException extends TuttiException {
    private static final long serialVersionUID = 1;

    private final int rank;
    private final String operation;
    private final String failure;

    /**
     * Makes an exception.
     *
     * @param failure name of the class of the other member's exception
     */
    public CallFailedException(String message, @Nullable Throwable cause, int rank, String operation, String failure) {
        super(message, cause);
        this.rank = rank;
        this.operation = operation;
        this.failure = failure;
    }

    /** Returns the rank of the member in which the call failed. */
    public int rank() {
        return rank;
    }

    /** Returns the call, as {@code reduce root=2 as collective call number 17}. */
    public String operation() {
        return operation;
    }

    /** Returns the name of the class of that member's exception, which this process need not have. */
    public String failure() {
        return failure;
    }
}

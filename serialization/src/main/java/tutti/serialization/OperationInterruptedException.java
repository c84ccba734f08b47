package tutti.serialization;

/**
 * The calling thread was interrupted while it waited inside an operation.
 *
 * <p>The thread's interrupted status is set again before this is thrown. What the operation had already sent stays
 * sent.
 */
public class OperationInterruptedException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception that says what the thread was waiting for. */
    public OperationInterruptedException(String message, InterruptedException cause) {
        super(message, cause);
        Thread.currentThread().interrupt();
    }
}

package tutti.jgf.suite;

/** A run that came to nothing; the message says why. */
public final class SuiteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Makes one with a message that says what happened, and what can be done. */
    public SuiteException(String message) {
        super(message);
    }
}

package tutti.examples.support;

/** The input cannot be used; the message says where, why and what to do. */
public final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    /** Makes an exception whose message is all that the user sees. */
    public InputException(String message) {
        super(message);
    }
}

package tutti.examples.asp;

/** The input cannot be used; the message says where, why and what to do. */
final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message);
    }
}

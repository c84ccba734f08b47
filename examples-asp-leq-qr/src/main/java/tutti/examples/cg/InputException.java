package tutti.examples.cg;

/** The input or an option cannot be used; the message says where and why. */
final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message);
    }
}

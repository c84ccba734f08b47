package tutti.nas;

/** A run that came to nothing; the message says why. */
final class NasException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NasException(String message) {
        super(message);
    }
}

package tutti.bench;

/** A run that came to nothing; the message says why. */
final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BenchException(String message) {
        super(message);
    }
}

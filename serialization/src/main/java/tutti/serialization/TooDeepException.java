package tutti.serialization;

/** Signals that a graph is deeper than the caller's stack is sure to hold. */
final class TooDeepException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooDeepException(int depth) {
        super("depth=" + depth, null, false, false);
    }
}

package tutti.serialization.graph;

/** Signals that a graph is deeper than the caller's stack is sure to hold. */
public final class DepthExceededException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DepthExceededException(int depth) {
        super("depth=" + depth, null, false, false);
    }
}

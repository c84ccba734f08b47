package tutti.collectives;

import tutti.serialization.TuttiException;

/**
 * Members of one group called different collective operations, or the same with another root or another operator of
 * {@link Reductions}.
 *
 * <p>The message shows both calls. All members must call the same operations of a group in the same order.
 */
public class MismatchedCallException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception that shows both calls. */
    public MismatchedCallException(String message) {
        super(message);
    }
}

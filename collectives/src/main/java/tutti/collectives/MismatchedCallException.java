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

    private final String calls;

    /** Makes an exception that shows both calls. */
    public MismatchedCallException(String message) {
        super(message);
        calls = message;
    }

    /**
     * Makes the exception of one of the members.
     *
     * @param calls says who called what; the same at all members
     * @param rank the member that gets the exception
     */
    public MismatchedCallException(String calls, int rank) {
        super(
                "%s; here rank=%d; let all members call the same operations in the same order, with the same root, operator and kind of argument"
                        .formatted(calls, rank));
        this.calls = calls;
    }

    /** Returns the part of the message that says who called what: the same at all members that get the exception. */
    public String calls() {
        return calls;
    }
}

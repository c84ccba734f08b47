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

    private static final String CURE =
            "let all members call the same operations in the same order, with the same root, operator and kind of"
                    + " argument";
    private static final String CURE_BETWEEN_GROUPS =
            "ranks are those in both(): let the members of one group call the method to, as broadcastTo, and those of"
                    + " the other group the one from, with the root's rank in its own group";

    private final String calls;
    private final String here;
    private final String cure;

    /** Makes an exception that shows both calls. */
    public MismatchedCallException(String message) {
        super(message);
        calls = message;
        here = "";
        cure = "";
    }

    /**
     * Makes the exception of one of the members.
     *
     * @param calls says who called what; the same at all members
     * @param rank the member that gets the exception
     */
    public MismatchedCallException(String calls, int rank) {
        this(calls, "rank=" + rank, CURE);
    }

    private MismatchedCallException(String calls, String here, String cure) {
        super("%s; here %s; %s".formatted(calls, here, cure));
        this.calls = calls;
        this.here = here;
        this.cure = cure;
    }

    /** Returns the part of the message that says who called what: the same at all members that get the exception. */
    public String calls() {
        return calls;
    }

    /** Returns this exception as that of an operation of which the call here is a part. */
    public MismatchedCallException asPartOf(String whole) {
        return here.isEmpty() ? this : withTrace(new MismatchedCallException(calls, here + " in " + whole, cure));
    }

    /** Returns this exception as that of an operation between two groups, whose members call different methods. */
    public MismatchedCallException betweenGroups() {
        return here.isEmpty() ? this : withTrace(new MismatchedCallException(calls, here, CURE_BETWEEN_GROUPS));
    }

    private MismatchedCallException withTrace(MismatchedCallException another) {
        another.setStackTrace(getStackTrace());
        return another;
    }
}

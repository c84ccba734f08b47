package tutti.collectives;

import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.messaging.Received;
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

    /** Makes an exception that shows a member's call and that of another. */
    static MismatchedCallException between(Endpoint here, Label call, int otherRank, Label otherCall) {
        return new MismatchedCallException(
                "calls do not match: here rank=%d called %s; %s called %s; let all members call the same operations in the same order"
                        .formatted(here.rank(), text(call), here.describe(otherRank), text(otherCall)));
    }

    /** Makes the exception of a member that received a message of another call than it is in. */
    static MismatchedCallException of(Endpoint here, Label call, Received other) {
        return between(here, call, other.source(), other.label());
    }

    /** Describes a call for a message to people. */
    static String text(Label call) {
        String root = call.root() < 0 ? "" : " root=" + call.root();
        String operator = call.variant() == 0 ? "" : " with operator " + Operators.nameOf(call.variant());
        return "%s%s as collective call number %d%s"
                .formatted(Operation.nameOf(call.operation()), root, call.call(), operator);
    }
}

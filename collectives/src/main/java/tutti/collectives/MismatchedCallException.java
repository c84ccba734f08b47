package tutti.collectives;

import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.messaging.Received;
import tutti.serialization.TuttiException;

/**
 * Members of one group called different collective operations, or the same with another root.
 *
 * <p>The message shows both calls. All members must call the same operations of a group in the same order.
 */
public class MismatchedCallException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes the exception of a member that received a message of another call than it is in. */
    static MismatchedCallException of(Endpoint endpoint, Label here, Received other) {
        return new MismatchedCallException(
                "calls do not match: here rank=%d called %s; %s called %s; let all members call the same operations in the same order"
                        .formatted(
                                endpoint.rank(), text(here), endpoint.describe(other.source()), text(other.label())));
    }

    private static String text(Label label) {
        String root = label.root() < 0 ? "" : " root=" + label.root();
        return "%s%s as collective call number %d".formatted(Operation.nameOf(label.operation()), root, label.call());
    }

    /** Makes an exception that shows both calls. */
    public MismatchedCallException(String message) {
        super(message);
    }
}

package tutti.collectives.operation;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.OperatorCodes;
import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Compares what all members are about to call before they do, at the cost of an allGather. */
final class CallCheck {
    private CallCheck() {}

    /**
     * Tells all members of each other's calls.
     *
     * @param edges the messages of elements whose numbers both ends know
     * @throws MismatchedCallException at every member, if not all calls are the same
     * @throws BufferMismatchException at every member, if the ends of an edge have other numbers of elements
     */
    static void run(CollectiveCall call, Peers peers, String ownCall, Edges edges) {
        Agreement agreement = Agreement.run(peers, ownCall, edges);
        if (!agreement.isSame()) {
            throw new MismatchedCallException("calls do not match: " + agreement.texts("called"), peers.rank());
        }
        agreement.difference().ifPresent(difference -> {
            throw new BufferMismatchException(
                    "blocks do not match in %s: elements=%s to rank=%d at %s; elements=%s from rank=%d at %s; let both ends give a block the same length"
                            .formatted(
                                    ownCall,
                                    difference.sent(),
                                    difference.to(),
                                    call.endpoint().describe(difference.from()),
                                    difference.received(),
                                    difference.from(),
                                    call.endpoint().describe(difference.to())));
        });
    }

    /** Describes a call; the details are what else must be the same. */
    static String describe(Operation operation, int root, String details) {
        return operation.methodName() + (root < 0 ? "" : " root=" + root) + details;
    }

    /** Describes a reduction. What the operator of a user takes, only the user knows. */
    static String describe(ReductionObject<?> operator, @Nullable Object value) {
        return describe(operator) + (operator instanceof Elementwise ? " of=" + shapeOf(value) : "");
    }

    /** Describes an operator. */
    static String describe(ReductionObject<?> operator) {
        return " operator="
                + (operator instanceof Elementwise known
                        ? known.name()
                        : operator.getClass().getName().replaceAll("\\$\\$Lambda.*", " (lambda)"));
    }

    static String describe(DirectBuffer buffer) {
        return " of=" + buffer.shape();
    }

    static String describe(ElementType type) {
        return " of=" + type;
    }

    /** Returns the code of an operator on which all members must agree. */
    static int codeOf(ReductionObject<?> operator) {
        return operator instanceof Elementwise known ? known.code() : OperatorCodes.NONE;
    }

    private static String shapeOf(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case DirectBuffer buffer -> buffer.shape();
            default ->
                value.getClass().isArray()
                        ? value.getClass().getTypeName() + " length=" + Array.getLength(value)
                        : value.getClass().getTypeName();
        };
    }
}

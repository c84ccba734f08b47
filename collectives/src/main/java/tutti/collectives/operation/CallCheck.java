package tutti.collectives.operation;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BruckAllGather;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.OperatorCodes;
import tutti.messaging.signature.Ranks;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Compares what all members are about to call before they do, at the cost of an allGather. */
final class CallCheck {
    private CallCheck() {}

    /**
     * Tells all members of each other's calls.
     *
     * @throws MismatchedCallException at every member, if not all are the same
     */
    static void run(Peers peers, String ownCall) {
        PerRank<@Nullable Object> calls = PerRank.empty();
        BruckAllGather.run(peers, calls, ownCall);
        Map<String, List<Integer>> ranksByCall = new TreeMap<>();
        int rank = 0;
        for (Object call : calls.list()) {
            ranksByCall
                    .computeIfAbsent(String.valueOf(call), c -> new ArrayList<>())
                    .add(rank++);
        }
        if (ranksByCall.size() > 1) {
            throw new MismatchedCallException("calls do not match: %s; here rank=%d; let all members call the same"
                    .formatted(
                            ranksByCall.entrySet().stream()
                                    .map(entry -> "ranks=%s called %s"
                                            .formatted(Ranks.text(entry.getValue()), entry.getKey()))
                                    .collect(Collectors.joining("; ")),
                            peers.rank()));
        }
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
        return operator instanceof Elementwise known ? OperatorCodes.of(known.name()) : OperatorCodes.NONE;
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

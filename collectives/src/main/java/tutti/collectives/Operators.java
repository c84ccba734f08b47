package tutti.collectives;

import java.util.List;

/** The codes by which headers name the operators of {@link Reductions}; those that users write have none. */
final class Operators {
    /** In the order of their codes, which begin at 1 and are part of the wire format. */
    private static final List<String> NAMES = List.of(
            "sum",
            "product",
            "min",
            "max",
            "bitwiseAnd",
            "bitwiseOr",
            "bitwiseXor",
            "logicalAnd",
            "logicalOr",
            "logicalXor",
            "minLocation",
            "maxLocation");

    private Operators() {}

    /** Returns the code of an operator, or 0 if a user wrote it. */
    static int codeOf(ReductionObject<?> operator) {
        return operator instanceof ElementwiseOperator known ? 1 + NAMES.indexOf(known.name()) : 0;
    }

    /** Names the operator with a code that may come from another version. */
    static String nameOf(int code) {
        return code > 0 && code <= NAMES.size() ? NAMES.get(code - 1) : "unknown";
    }
}

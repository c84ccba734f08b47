package tutti.collectives.signature;

import java.util.List;

/** The codes by which headers name the ready operators; those that users write have none. */
public final class OperatorCodes {
    /** No operator, or one that a user wrote. */
    public static final int NONE = 0;

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
            "maxLocation",
            "complexProduct");

    private OperatorCodes() {}

    /** Returns the code of a ready operator. */
    public static int of(String name) {
        return 1 + NAMES.indexOf(name);
    }

    /** Names the operator with a code that may come from another version. */
    public static String nameOf(int code) {
        return code > 0 && code <= NAMES.size() ? NAMES.get(code - 1) : "unknown";
    }
}

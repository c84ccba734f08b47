package tutti.collectives.signature;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tutti.messaging.signature.Hashing;

/** The codes by which headers name the ready operators, and those to which programs give names; others have none. */
public final class OperatorCodes {
    /** No operator, or one without a name. */
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

    private static final int MOST_NAMES = 1_000;

    /** The names of programs' operators that were made in this JVM: the first ones, for messages. */
    private static final Map<Integer, String> NAMES_OF_PROGRAMS = new ConcurrentHashMap<>(0);

    private OperatorCodes() {}

    /** Returns the code of a ready operator. */
    public static int of(String name) {
        return 1 + NAMES.indexOf(name);
    }

    /**
     * Returns the code of an operator of a program: the same in all JVMs for the same name and number, else hardly
     * ever, and that of no ready operator.
     *
     * @param elementsPerValue on which members must agree, too
     */
    public static int ofProgram(String name, int elementsPerValue) {
        String text = elementsPerValue == 1 ? name : "%s of %d elements".formatted(name, elementsPerValue);
        int code = (int) Hashing.of(text) | Integer.MIN_VALUE;
        if (NAMES_OF_PROGRAMS.size() < MOST_NAMES) {
            NAMES_OF_PROGRAMS.put(code, text);
        }
        return code;
    }

    /** Names the operator with a code that may come from another version, or from another program. */
    public static String nameOf(int code) {
        return code > 0 && code <= NAMES.size()
                ? NAMES.get(code - 1)
                : NAMES_OF_PROGRAMS.getOrDefault(code, "unknown to this process, code=%x".formatted(code));
    }
}

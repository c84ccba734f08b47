package tutti.collectives.operation;

import java.util.List;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.OperatorCodes;
import tutti.serialization.DirectBuffer;

/** The operators that a window's target can apply: the ready ones on single elements, by the codes of headers. */
public final class WindowOperators {
    /** In the order of their codes, from 1. */
    private static final List<ReductionObject<DirectBuffer>> READY = List.of(
            Reductions.sum(),
            Reductions.product(),
            Reductions.min(),
            Reductions.max(),
            Reductions.bitwiseAnd(),
            Reductions.bitwiseOr(),
            Reductions.bitwiseXor(),
            Reductions.logicalAnd(),
            Reductions.logicalOr(),
            Reductions.logicalXor());

    private WindowOperators() {}

    /** Returns the code of an operator, or 0 if it is none of these. */
    public static int codeOf(ReductionObject<?> operator) {
        return 1 + READY.indexOf(operator);
    }

    /** Returns the operator with a code. */
    public static ReductionObject<DirectBuffer> of(int code) {
        return READY.get(code - 1);
    }

    /**
     * Checks that the operator with a code combines the elements of a buffer.
     *
     * @throws IllegalArgumentException if not
     */
    public static void check(int code, DirectBuffer source) {
        Elementwise.checkValues(of(code), source);
        if (!(of(code) instanceof Elementwise operator
                && operator.appliesTo(source.type().arrayClass()))) {
            throw new IllegalArgumentException("%s does not apply: type=%s; see the table of Reductions"
                    .formatted(OperatorCodes.nameOf(code), source.type()));
        }
    }
}

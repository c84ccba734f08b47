package tutti.group.window;

import tutti.collectives.ReductionObject;
import tutti.collectives.operation.WindowOperators;
import tutti.serialization.DirectBuffer;

/** What windows combine with beside the ready reductions, and the codes by which a target knows all. */
public enum UpdateOperator implements ReductionObject<DirectBuffer> {
    /** The new element is that of the origin. */
    REPLACE(100) {
        @Override
        public DirectBuffer reduce(DirectBuffer left, DirectBuffer right) {
            left.copyFrom(right);
            return left;
        }
    },
    /** The element stays. */
    NO_OP(101) {
        @Override
        public DirectBuffer reduce(DirectBuffer left, DirectBuffer right) {
            return left;
        }
    };

    /** The code of the sum. */
    static final int SUM = 1;

    private final int code;

    UpdateOperator(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /**
     * Returns the code of an operator that combines elements with those of a buffer.
     *
     * @throws IllegalArgumentException if a window does not know it, or it does not combine these
     */
    public static int codeOf(ReductionObject<?> operator, DirectBuffer source) {
        if (operator instanceof UpdateOperator own) {
            return own.code;
        }
        int code = WindowOperators.codeOf(operator);
        if (code == 0) {
            throw new IllegalArgumentException(
                    "a window does not know the operator: operator=%s; pass Window.REPLACE, Window.NO_OP, or one of Reductions that combines single numbers: the target has no code of the program's"
                            .formatted(operator));
        }
        WindowOperators.check(code, source);
        return code;
    }

    static ReductionObject<DirectBuffer> of(int code) {
        for (UpdateOperator own : values()) {
            if (own.code == code) {
                return own;
            }
        }
        return WindowOperators.of(code);
    }
}

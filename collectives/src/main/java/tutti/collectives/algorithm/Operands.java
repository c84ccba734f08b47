package tutti.collectives.algorithm;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.messaging.runtime.FailureDetail;

/** The values of two blocks of consecutive ranks, one beside the other, that an operator combines. */
public final class Operands {
    private Operands() {}

    /**
     * Combines them; what the operator throws says whose values they were.
     *
     * @param start first rank of the left block
     * @param middle first rank of the right block
     * @param end one past its last rank
     */
    public static <T extends @Nullable Object> T reduce(
            ReductionObject<T> operator, T left, T right, int start, int middle, int end) {
        try {
            return operator.reduce(left, right);
        } catch (RuntimeException | Error e) {
            FailureDetail.add(e, "left is of %s, right of %s".formatted(ranks(start, middle), ranks(middle, end)));
            throw e;
        }
    }

    private static String ranks(int start, int end) {
        return end - start == 1 ? "rank=" + start : "ranks=%d-%d".formatted(start, end - 1);
    }
}

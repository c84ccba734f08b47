package tutti.collectives.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;

/**
 * Combines the operands of consecutive ranks in the association order of the {@link BinomialTree}.
 *
 * <p>So what one thread combines has the same bits as what members combine by messages.
 *
 * @param <T> what operands and results are
 */
public interface TreeFold<T extends @Nullable Object> {

    /** Returns an operand. */
    T operand(int index);

    /**
     * Combines two neighbouring results; the one over a single position is its operand.
     *
     * @param start first position of the left result
     * @param middle first position of the right result
     * @param end one past its last position
     */
    T combine(int start, int middle, int end, T left, T right);

    /** Returns the result over operands that a list has in rank order, at least one. */
    static <T extends @Nullable Object> T of(List<T> operands, ReductionObject<T> operator) {
        return new TreeFold<T>() {
            @Override
            public T operand(int index) {
                return operands.get(index);
            }

            @Override
            public T combine(int start, int middle, int end, T left, T right) {
                return Operands.reduce(operator, left, right, start, middle, end);
            }
        }.fold(0, operands.size());
    }

    /**
     * Returns the result over the positions in [start, end), at least one; the left half is the largest power of two
     * below.
     */
    default T fold(int start, int end) {
        if (end - start == 1) {
            return operand(start);
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        T left = fold(start, middle);
        return combine(start, middle, end, left, fold(middle, end));
    }
}

package tutti.collectives;

import org.jspecify.annotations.Nullable;

/**
 * A function object that combines two members' contributions to a reduction (CCJ, section 2.3).
 *
 * <p>It must be associative; it need not be commutative, because operands always come in rank order. It may change and
 * return either argument: both are copies that no other member holds. Every member must pass an object that does the
 * same.
 *
 * @param <T> type of the contributions and of the result
 * @see Reductions
 */
@FunctionalInterface
public interface ReductionObject<T extends @Nullable Object> {

    /**
     * Combines two partial results.
     *
     * @param left result over some consecutive ranks
     * @param right result over the ranks that follow
     * @return result over both; may be one of the arguments
     */
    T reduce(T left, T right);
}

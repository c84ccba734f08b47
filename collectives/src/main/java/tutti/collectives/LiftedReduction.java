package tutti.collectives;

import org.jspecify.annotations.Nullable;

/**
 * A reduction whose partial results are of another type than its operands and its result: a sum that is rounded once, a
 * mean, a variance, a sketch.
 *
 * <p>Each member's contribution is lifted in its own thread, what was lifted is combined in the order of ranks, and
 * each member that gets a result lowers it. What was lifted must be serializable. Reductions, scans and reduceScatter
 * take it on objects and on buffers.
 *
 * @param <T> type of the contributions and of the result
 * @param <A> type of the partial results
 */
public interface LiftedReduction<T extends @Nullable Object, A> extends ReductionObject<T> {

    /** Makes a partial result over one contribution, which is not changed; must not be it or share parts with it. */
    A lift(T value);

    /**
     * Combines two partial results, as {@link ReductionObject#reduce} does.
     *
     * @return may be one of the arguments
     */
    A combine(A left, A right);

    /** Makes the result of a partial result over all contributions. */
    T lower(A partial);

    @Override
    default T reduce(T left, T right) {
        return lower(combine(lift(left), lift(right)));
    }
}

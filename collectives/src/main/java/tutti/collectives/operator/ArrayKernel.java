package tutti.collectives.operator;

/**
 * A loop over two arrays that combines them value by value, writing into the left one.
 *
 * <p>The same index runs over both: only so does C2 make vector instructions of it (docs/performance.md).
 *
 * @param <A> type of the arrays
 */
@FunctionalInterface
public interface ArrayKernel<A> {

    /** Combines the elements with indexes in [from, to), which are whole values. */
    void run(A left, A right, int from, int to);
}

package tutti.collectives;

/**
 * A loop over two arrays that combines their elements, for {@link Reductions#elementwise}.
 *
 * <p>The same index runs over both, so that the JVM can make vector instructions of the loop.
 *
 * @param <A> type of the arrays: {@code double[]}, for example
 */
@FunctionalInterface
public interface ElementKernel<A> {

    /**
     * Combines the elements with indexes in [from, to), and writes the results into the left array.
     *
     * <p>Is called by any thread of the process, by several at the same time for different elements, and for some of a
     * member's elements at a time: always for whole values.
     *
     * @param left results over some consecutive ranks; nothing outside the range may be changed
     * @param right results over the ranks that follow; must not be changed
     */
    void combine(A left, A right, int from, int to);
}

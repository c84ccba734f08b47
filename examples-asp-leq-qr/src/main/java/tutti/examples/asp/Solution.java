package tutti.examples.asp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What rank 0 holds at the end.
 *
 * @param blocks the rows of each member in rank order, if the table was to be kept
 */
record Solution(Problem problem, Summary summary, @Nullable List<int[][]> blocks) {}

package tutti.examples.asp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.Solution;
import tutti.examples.support.Times;

/**
 * What rank 0 holds at the end.
 *
 * @param blocks the rows of each member in rank order, if the table was to be kept
 */
record AspSolution(
        Problem problem, Summary summary, @Nullable List<int[][]> blocks) implements Solution {
    @Override
    public Times times() {
        return summary.times();
    }

    @Override
    public long checksum() {
        return summary.checksum();
    }
}

package tutti.examples.leq;

import java.util.List;
import tutti.examples.support.Checksum;
import tutti.examples.support.Solution;
import tutti.examples.support.Times;

/**
 * What rank 0 holds at the end.
 *
 * @param x the solution
 * @param phases how often it was improved
 * @param change how much the last time, summed over all unknowns; infinite if it grew beyond all bounds
 * @param before how much the time before
 */
record LeqSolution(Equations equations, List<Double> x, int phases, double change, double before, Times times)
        implements Solution {
    @Override
    public long checksum() {
        return Checksum.of(phases, x.stream().mapToDouble(Double::doubleValue).toArray());
    }
}

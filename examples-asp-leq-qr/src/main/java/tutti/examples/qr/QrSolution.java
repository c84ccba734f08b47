package tutti.examples.qr;

import org.jspecify.annotations.Nullable;
import tutti.examples.support.Checksum;
import tutti.examples.support.Solution;
import tutti.examples.support.Times;

/**
 * What rank 0 holds at the end.
 *
 * @param matrix what was factorised
 * @param steps in which order
 * @param part what all columns amount to
 * @param result the columns afterwards, if they were to be kept; the first elements of the reflections follow as a last
 *     row
 */
record QrSolution(
        CyclicColumns matrix,
        Steps steps,
        QrPart part,
        @Nullable CyclicColumns result) implements Solution {
    @Override
    public Times times() {
        return part.times();
    }

    @Override
    public long checksum() {
        return part.checksum()
                + Checksum.of(
                        0, steps.chosen().stream().mapToInt(Integer::intValue).toArray());
    }
}

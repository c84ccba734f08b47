package tutti.jgf.section1;

import java.util.List;
import java.util.stream.IntStream;

/** Lengths of arrays, each by the same factor longer than the one before. */
final class Lengths {
    private static final double SHORTEST = 4;

    private Lengths() {}

    /**
     * Returns lengths as the suite has them.
     *
     * @param longest the one that would follow the last
     */
    static List<Integer> of(int count, int longest) {
        double logarithm = Math.log(SHORTEST);
        double range = Math.log(longest) - logarithm;
        return IntStream.range(0, count)
                .mapToObj(i -> (int) Math.exp(logarithm + (double) i / count * range))
                .toList();
    }
}

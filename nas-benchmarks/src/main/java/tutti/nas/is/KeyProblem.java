package tutti.nas.is;

import tutti.nas.kernel.ProblemClass;

/**
 * A set of keys, and which ranks some of them have.
 *
 * @param logKeys logarithm of the number of keys
 * @param logMaxKey keys are less than this power of two
 * @param logBuckets logarithm of the number of buckets
 * @param testIndices which keys are tested
 * @param testRanks their ranks, but for what the iteration changes
 * @param steps by how much the iteration changes them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeyProblem(int logKeys, int logMaxKey, int logBuckets, int[] testIndices, int[] testRanks, Step[] steps) {
    static final int ITERATIONS = 10;
    static final int TESTS = 5;

    /**
     * How a rank follows the iteration: in each, one small key and one large key are replaced, so that ranks of small
     * keys increase and those of large keys decrease.
     *
     * @param sign 1 or -1
     * @param start the iteration whose rank is the one in the table
     */
    private record Step(int sign, int start) {
        int in(int iteration) {
            return sign * (iteration - start);
        }
    }

    private static final Step UP = new Step(1, 0);
    private static final Step UP_FROM_1 = new Step(1, 1);
    private static final Step UP_FROM_2 = new Step(1, 2);
    private static final Step DOWN = new Step(-1, 0);
    private static final Step DOWN_FROM_1 = new Step(-1, 1);

    static KeyProblem of(ProblemClass problemClass) {
        return switch (problemClass) {
            case S ->
                new KeyProblem(
                        16,
                        11,
                        9,
                        new int[] {48_427, 17_148, 23_627, 62_548, 4_431},
                        new int[] {0, 18, 346, 64_917, 65_463},
                        new Step[] {UP, UP, UP, DOWN, DOWN});
            case W ->
                new KeyProblem(
                        20,
                        16,
                        10,
                        new int[] {357_773, 934_767, 875_723, 898_999, 404_505},
                        new int[] {1_249, 11_698, 1_039_987, 1_043_896, 1_048_018},
                        new Step[] {UP_FROM_2, UP_FROM_2, DOWN, DOWN, DOWN});
            case A ->
                new KeyProblem(
                        23,
                        19,
                        10,
                        new int[] {2_112_377, 662_041, 5_336_171, 3_642_833, 4_250_760},
                        new int[] {104, 17_523, 123_928, 8_288_932, 8_388_264},
                        new Step[] {UP_FROM_1, UP_FROM_1, UP_FROM_1, DOWN_FROM_1, DOWN_FROM_1});
            case B ->
                new KeyProblem(
                        25,
                        21,
                        10,
                        new int[] {41_869, 812_306, 5_102_857, 18_232_239, 26_860_214},
                        new int[] {33_422_937, 10_244, 59_149, 33_135_281, 99},
                        new Step[] {DOWN, UP, UP, DOWN, UP});
        };
    }

    int keys() {
        return 1 << logKeys;
    }

    int maxKey() {
        return 1 << logMaxKey;
    }

    int buckets() {
        return 1 << logBuckets;
    }

    /** Returns by how much a key is shifted to give its bucket. */
    int bucketShift() {
        return logMaxKey - logBuckets;
    }

    /** Returns the rank that a tested key must have in an iteration; the first is 1. */
    int expectedRank(int test, int iteration) {
        return testRanks[test] + steps[test].in(iteration);
    }
}

package tutti.mpi;

import java.util.Arrays;

/** Checks numbers that programs pass for each rank. */
public final class Numbers {
    private Numbers() {}

    /** Returns the first of some numbers, one for each rank. */
    public static int[] ofEach(String role, int[] numbers, int ranks) {
        if (Given.of(numbers, ErrorClass.ARG, role + ", a number for each rank").length < ranks) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "needs a number for each rank: %s=%s ranks=%d".formatted(role, Arrays.toString(numbers), ranks));
        }
        return numbers.length == ranks ? numbers : Arrays.copyOf(numbers, ranks);
    }

    /** Returns how many items each rank gets of a reduction. */
    public static int[] counts(int[] counts, int ranks) {
        int[] checked = ofEach("recvcounts", counts, ranks);
        for (int count : checked) {
            if (count < 0) {
                throw new MpiFailure(
                        ErrorClass.COUNT, "a count must not be negative: recvcounts=" + Arrays.toString(counts));
            }
        }
        return checked;
    }
}

package tutti.mpi;

import org.jspecify.annotations.Nullable;

/** Refuses null where a program has to pass something, and numbers that are no ranks. */
public final class Given {
    private Given() {}

    /**
     * Returns what was given.
     *
     * @param role of the argument, and what to pass
     */
    public static <T> T of(@Nullable T value, ErrorClass errorClass, String role) {
        if (value == null) {
            throw new MpiFailure(errorClass, "null was passed: " + role);
        }
        return value;
    }

    /**
     * Returns a rank of a group.
     *
     * @param role of the argument
     * @param size of the group
     */
    public static int rank(int rank, int size, ErrorClass errorClass, String role) {
        if (rank < 0 || rank >= size) {
            throw new MpiFailure(
                    errorClass,
                    "%s must lie in [0, %d): %s=%d; pass a rank from 0 to %d"
                            .formatted(role, size, role, rank, size - 1));
        }
        return rank;
    }

    /** Refuses numbers that are no ranks of a group of a size. */
    public static void ranks(int[] ranks, int size) {
        for (int rank : ranks) {
            rank(rank, size, ErrorClass.RANK, "rank");
        }
    }
}

package tutti.mpi;

import org.jspecify.annotations.Nullable;

/** Refuses null where a program has to pass something. */
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
}

package tutti.examples.support;

import org.jspecify.annotations.Nullable;

/** A member that ends with a solution at rank 0. */
public interface Solver<S extends Solution> {
    /** Returns what rank 0 found; null at the others, and where there was no problem to solve. */
    @Nullable
    S solution();

    /** Whether there was no problem to solve, which all members know. */
    boolean isIdle();
}

package tutti.jgf.suite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark of the suite.
 *
 * <p>An implementation holds no state: one object serves all runs, and all members of a JVM at once. What members know
 * of each other comes through the operations of {@link SuiteMember}. Its place in {@link Benchmarks#ALL} makes it a
 * part of the suite.
 */
public interface Benchmark {

    /** Returns the section that it belongs to: 1, 2 or 3. */
    int section();

    /** Returns the name in the suite, for example {@code Series}. */
    String name();

    /** Returns the sizes in which it can be run; none in section 1, where a run goes through all lengths of arrays. */
    List<Size> sizes();

    /** Returns why so many members cannot run it, with the cure, or null if they can. */
    default @Nullable String refusal(int members) {
        return null;
    }

    /**
     * Runs the benchmark once; every member calls this at the same time, in its own thread.
     *
     * <p>Inputs are made anew in each run. Timers run where the suite's do: not while inputs are made, nor while
     * results are checked. A wrong result is no exception but a check that has not passed.
     *
     * @param member the member that calls; its operations, its rank, timers, and how the run is set
     * @return what rank 0 measured and checked; null at the other ranks
     */
    @Nullable
    Outcome run(SuiteMember member);
}

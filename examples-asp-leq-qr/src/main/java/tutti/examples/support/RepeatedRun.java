package tutti.examples.support;

import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;

/**
 * The same computation, some times: the first runs are those of a JVM that still compiles.
 *
 * @param last what the last run has computed
 * @param fastest the times of the fastest run; null at the ranks other than 0
 */
public record RepeatedRun<T>(T last, @Nullable Times fastest) {
    /**
     * Computes; called by all members.
     *
     * @param runs how often, at least once
     * @param input makes what is computed with; takes no time
     * @param computation computes
     * @param waitNanos tells how long the computation has waited for other members
     */
    public static <T> RepeatedRun<T> of(
            Communicator world, int runs, Supplier<T> input, Consumer<T> computation, ToLongFunction<T> waitNanos) {
        RepeatedRun<T> run = once(world, input, computation, waitNanos);
        Times fastest = run.fastest;
        for (int i = 1; i < runs; i++) {
            run = once(world, input, computation, waitNanos);
            fastest = fastest == null || run.fastest == null || fastest.nanos() < run.fastest.nanos()
                    ? fastest
                    : run.fastest;
        }
        return new RepeatedRun<>(run.last, fastest);
    }

    private static <T> RepeatedRun<T> once(
            Communicator world, Supplier<T> input, Consumer<T> computation, ToLongFunction<T> waitNanos) {
        T state = input.get();
        world.barrier();
        long start = System.nanoTime();
        computation.accept(state);
        Times own = Times.of(System.nanoTime() - start, waitNanos.applyAsLong(state));
        return new RepeatedRun<>(state, world.reduce(own, Times::merge, 0));
    }

    /** Refuses a number of runs that is none. */
    public static void check(int runs) throws InputException {
        if (runs < 1) {
            throw new InputException("--runs=%d: must be 1 or more".formatted(runs));
        }
    }
}

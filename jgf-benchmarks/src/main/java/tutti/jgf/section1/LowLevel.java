package tutti.jgf.section1;

import java.util.List;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;

/** What the benchmarks of section 1 have in common: how often an operation is run, and how its time is taken. */
abstract class LowLevel implements Benchmark {
    private static final int MOST_RUNS = 1_000_000;

    @Override
    public final int section() {
        return 1;
    }

    @Override
    public final List<Size> sizes() {
        return List.of();
    }

    /**
     * How long an operation took.
     *
     * @param seconds for all runs; NaN if the barriers alone, which are subtracted, took as long
     */
    record Measured(int runs, double seconds) {}

    /** Runs an operation once, then twice as often, and so on until that takes the time of a step. */
    static Measured measure(SuiteMember member, Runnable operation) {
        for (int runs = 1; ; runs = Math.min(2 * runs, MOST_RUNS)) {
            double seconds = seconds(member, runs, operation);
            if (seconds >= member.settings().stepSeconds() || runs == MOST_RUNS) {
                return new Measured(runs, seconds);
            }
        }
    }

    /**
     * Measures as {@link #measure} does, with a barrier after each run; the time of as many barriers alone is
     * subtracted.
     */
    static Measured measureWithoutBarriers(SuiteMember member, Runnable operation) {
        Runnable barrier = () -> member.barrier(member.group());
        Measured both = measure(member, () -> {
            operation.run();
            barrier.run();
        });
        double seconds = both.seconds() - seconds(member, both.runs(), barrier);
        return new Measured(both.runs(), seconds > 0 ? seconds : Double.NaN);
    }

    /** Returns what rank 0 measured, at every member. */
    private static double seconds(SuiteMember member, int runs, Runnable operation) {
        Timer timer = member.newTimer();
        timer.start();
        for (int i = 0; i < runs; i++) {
            operation.run();
        }
        timer.stop();
        return member.broadcast(member.group(), timer.seconds(), 0);
    }
}

package tutti.jgf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteRun;
import tutti.jgf.suite.Timing;

/**
 * What all repeats of a benchmark brought, with one size and number of members; the components are the names in JSON.
 *
 * @param size null in section 1
 * @param checks those of the last repeat, or of the first one in which a check has not passed
 */
record Result(
        int section,
        String benchmark,
        @Nullable Size size,
        int members,
        int jvms,
        boolean valid,
        List<TimerResult> timers,
        List<Check> checks) {

    /**
     * Sums repeats up.
     *
     * @param alone what one member brought in the same run, or null
     */
    static Result of(SuiteRun run, int jvms, List<Outcome> repeats, @Nullable Result alone) {
        Benchmark benchmark = run.benchmark();
        Outcome checked =
                repeats.stream().filter(repeat -> !repeat.isValid()).findFirst().orElse(repeats.getLast());
        Result comparable = benchmark.section() > 1 ? alone : null;
        List<TimerResult> timers = new ArrayList<>();
        for (int i = 0; i < checked.timings().size(); i++) {
            int timer = i;
            List<Timing> timings =
                    repeats.stream().map(repeat -> repeat.timings().get(timer)).toList();
            timers.add(TimerResult.of(
                    timings, comparable == null ? null : comparable.timers().get(timer)));
        }
        return new Result(
                benchmark.section(),
                benchmark.name(),
                benchmark.sizes().isEmpty() ? null : run.settings().size(),
                run.members(),
                jvms,
                checked.isValid(),
                timers,
                checked.checks());
    }

    /** Returns benchmark and size, as in titles. */
    String title() {
        return size == null ? benchmark : benchmark + ", size " + size;
    }

    /** Returns the checks that have not passed. */
    List<Check> failures() {
        return checks.stream().filter(check -> !check.hasPassed()).toList();
    }
}

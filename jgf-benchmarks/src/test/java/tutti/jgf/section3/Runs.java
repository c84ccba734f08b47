package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import tutti.jgf.SuiteProcess;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Settings;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteRun;

/** Runs of benchmarks whose checks must pass. */
final class Runs {
    private static final Duration TIMEOUT = Duration.ofMinutes(9);

    private Runs() {}

    static Outcome inOneJvm(Benchmark benchmark, Size size, int members) {
        return valid(SuiteRun.once(benchmark, size, members));
    }

    static Outcome inOneJvm(Benchmark benchmark, Settings settings, int members) {
        return valid(new SuiteRun(benchmark, settings, members, 1));
    }

    private static Outcome valid(SuiteRun run) {
        return valid(run.inThisJvm().getFirst());
    }

    static Outcome inTwoJvms(Benchmark benchmark, Size size, int members) throws InterruptedException {
        return valid(SuiteProcess.run(SuiteRun.once(benchmark, size, members), Math.min(2, members), TIMEOUT)
                .getFirst());
    }

    private static Outcome valid(Outcome outcome) {
        assertThat(outcome.checks()).isNotEmpty().allMatch(Check::hasPassed);
        return outcome;
    }
}

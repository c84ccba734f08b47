package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import tutti.jgf.Benchmark;
import tutti.jgf.Check;
import tutti.jgf.Outcome;
import tutti.jgf.Settings;
import tutti.jgf.Size;
import tutti.jgf.SuiteRun;

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
        return valid(SuiteRun.once(benchmark, size, members)
                .inJvms(Math.min(2, members), TIMEOUT)
                .getFirst());
    }

    private static Outcome valid(Outcome outcome) {
        assertThat(outcome.checks()).isNotEmpty().allMatch(Check::hasPassed);
        return outcome;
    }
}

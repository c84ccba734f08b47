package tutti.jgf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.bench.JobProgress;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteException;
import tutti.jgf.suite.SuiteListener;
import tutti.jgf.suite.SuiteRun;

/**
 * The runs that a command line asks for, one after the other.
 *
 * @param jvms JVMs of each run; of fewer members each has one
 */
record Plan(List<SuiteRun> runs, int jvms, List<String> jvmOptions, Duration timeout) {

    /** Starts a job and hands on what it tells. */
    interface Runner {
        void run(SuiteRun run, int jvms, List<String> jvmOptions, Duration timeout, SuiteListener listener)
                throws InterruptedException;
    }

    /**
     * Runs everything.
     *
     * @return whether all results are valid
     */
    boolean execute(Runner runner, Output output, JobProgress progress) throws InterruptedException {
        List<Result> results = new ArrayList<>();
        for (SuiteRun run : runs) {
            int jvmsOfRun = Math.min(jvms, run.members());
            Result alone = alone(run, results);
            progress.job(describe(run, jvmsOfRun), run.repeats());
            Result result = Result.of(run, jvmsOfRun, repeats(runner, run, jvmsOfRun, progress), alone);
            progress.clear();
            results.add(result);
            output.add(result);
        }
        return results.stream().allMatch(Result::valid);
    }

    private static @Nullable Result alone(SuiteRun run, List<Result> results) {
        return results.stream()
                .filter(result -> result.members() == 1
                        && result.benchmark().equals(run.benchmark().name())
                        && result.size() == run.settings().size())
                .findFirst()
                .orElse(null);
    }

    private List<Outcome> repeats(Runner runner, SuiteRun run, int jvmsOfRun, JobProgress progress)
            throws InterruptedException {
        List<Outcome> repeats = new ArrayList<>();
        runner.run(run, jvmsOfRun, jvmOptions, timeout, new SuiteListener() {
            @Override
            public void progress(long done, long whole) {
                progress.progress(done, whole);
            }

            @Override
            public void outcome(Outcome outcome) {
                repeats.add(outcome);
                progress.repeatDone();
            }
        });
        if (repeats.size() != run.repeats()) {
            throw new SuiteException("the job ended early: benchmark=%s members=%d results=%d repeats=%d"
                    .formatted(run.benchmark().name(), run.members(), repeats.size(), run.repeats()));
        }
        return repeats;
    }

    private static String describe(SuiteRun run, int jvms) {
        return "%s%s, %d member%s in %d JVM%s"
                .formatted(
                        run.benchmark().name(),
                        run.benchmark().sizes().isEmpty()
                                ? ""
                                : ", size " + run.settings().size(),
                        run.members(),
                        run.members() == 1 ? "" : "s",
                        jvms,
                        jvms == 1 ? "" : "s");
    }
}

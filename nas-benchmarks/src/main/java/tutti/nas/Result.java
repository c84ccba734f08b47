package tutti.nas;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.bench.Samples;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;
import tutti.nas.kernel.Workload;

/**
 * What all repeats of a run brought; the components are the names in JSON.
 *
 * @param transport the one that was asked for; null: what Tutti chose
 * @param seconds of each repeat
 * @param operationsPerMicrosecond the suite's Mop/s, by the median
 * @param speedUp median time of one member by this one; null if one member was not run
 * @param checks those of the last repeat, or of the first one that is not verified
 */
record Result(
        String kernel,
        @SerializedName("class") ProblemClass problemClass,
        String size,
        int iterations,
        int members,
        int jvms,
        @Nullable String transport,
        List<Double> seconds,
        double medianSeconds,
        @SerializedName("mops") double operationsPerMicrosecond,
        String operationType,
        @Nullable Double speedUp,
        boolean verified,
        List<Check> checks) {
    private static final double MEGA = 1e6;

    /**
     * Sums repeats up.
     *
     * @param alone what one member brought, or null
     */
    static Result of(NasRun run, List<Outcome> repeats, @Nullable Result alone) {
        Workload workload = run.kernel().workload(run.problemClass());
        Samples seconds = new Samples(repeats.stream().map(Outcome::seconds).toList());
        Outcome checked = repeats.stream()
                .filter(repeat -> !repeat.isVerified())
                .findFirst()
                .orElse(repeats.getLast());
        return new Result(
                run.kernel().name(),
                run.problemClass(),
                workload.size(),
                workload.iterations(),
                run.members(),
                run.jvms(),
                run.transport() == null ? null : run.transport().toString(),
                seconds.values(),
                seconds.median(),
                workload.operations() / seconds.median() / MEGA,
                workload.unit(),
                alone == null ? null : (Double) (alone.medianSeconds() / seconds.median()),
                checked.isVerified(),
                checked.checks());
    }

    /** Tells whether this is what one member brought of the same problem as a run's. */
    boolean isAloneOf(NasRun run) {
        return members == 1 && kernel.equals(run.kernel().name()) && problemClass == run.problemClass();
    }

    /** Returns the checks that have not passed. */
    List<Check> failures() {
        return checks.stream().filter(check -> !check.hasPassed()).toList();
    }
}

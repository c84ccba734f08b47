package tutti.jgf.suite;

import java.io.Serializable;
import java.util.List;

/**
 * What one run of a benchmark measured and checked.
 *
 * @param timings one for each timer, in the order in which the suite prints them; never empty
 * @param checks all values that were compared
 */
public record Outcome(List<Timing> timings, List<Check> checks) implements Serializable {

    /** Copies the lists. */
    public Outcome {
        timings = List.copyOf(timings);
        checks = List.copyOf(checks);
    }

    /** Returns the outcome of a benchmark with a single timer. */
    public static Outcome of(Timing timing, List<Check> checks) {
        return new Outcome(List.of(timing), checks);
    }

    /** Tells whether all checks have passed. */
    public boolean isValid() {
        return checks.stream().allMatch(Check::hasPassed);
    }
}

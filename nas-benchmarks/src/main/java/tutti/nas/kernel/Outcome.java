package tutti.nas.kernel;

import java.io.Serializable;
import java.util.List;

/**
 * What one run of a kernel measured and checked.
 *
 * @param seconds time of the slowest member
 * @param checks all values that were compared; never empty
 */
public record Outcome(double seconds, List<Check> checks) implements Serializable {

    /** Copies the list. */
    public Outcome {
        checks = List.copyOf(checks);
    }

    /** Tells whether all checks have passed. */
    public boolean isVerified() {
        return checks.stream().allMatch(Check::hasPassed);
    }
}

package tutti.junit;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the test went in one JVM.
 *
 * @param outcomes one for each of its members, by rank
 * @param problem what kept it from running them, or null
 */
record Report(List<Outcome> outcomes, @Nullable Throwable problem) implements Serializable {
    /** Tells whether all members have run to their end. */
    boolean isGood() {
        return problem == null && outcomes.stream().allMatch(outcome -> outcome.state() == Outcome.State.ENDED);
    }
}

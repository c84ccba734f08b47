package tutti.junit;

import java.time.Duration;
import java.util.List;

/**
 * How one test is to run.
 *
 * @param members size of its group
 * @param jvms number of JVMs, at most one for each member
 * @param timeoutSeconds how long members may take
 * @param settings arguments for the job's masters
 */
record Plan(int members, int jvms, int timeoutSeconds, List<String> settings) {
    private static final Duration LEAST_TIME_TO_START = Duration.ofMinutes(2);

    /** Returns how long it may take until all members have begun. */
    Duration timeToStart() {
        Duration time = timeToEnd();
        return time.compareTo(LEAST_TIME_TO_START) > 0 ? time : LEAST_TIME_TO_START;
    }

    /** Returns how long members may take from then. */
    Duration timeToEnd() {
        return Duration.ofSeconds(timeoutSeconds);
    }

    /** Returns a setting as an argument of a job's master. */
    static String argument(String setting) {
        return "--tutti-" + setting;
    }

    String displayName() {
        return "members = " + members + (jvms == 1 ? "" : ", JVMs = " + jvms);
    }
}

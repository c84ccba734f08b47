package tutti.launcher;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where JVMs that come later, and other jobs, find a job.
 *
 * @param first port at which process 0 of the job listens for them, the others at the next ones; null if they do not
 * @param joined ports of a job that is to be joined, with commas between them; null if the job begins
 * @param names where names of ports are kept, by which jobs connect; null if this job uses none
 */
record NewcomerPorts(
        @Nullable Integer first,
        @Nullable String joined,
        @Nullable String names) {
    /** Variable that names the ports of the job that a process is to join. */
    static final String JOIN = JobPlan.VARIABLES + "JOIN";

    /** Returns whether this is about a job that is to be joined. */
    boolean areJoined() {
        return joined != null;
    }

    boolean areUsed() {
        return first != null || joined != null || names != null;
    }

    void addTo(Map<String, String> variables) {
        if (first != null) {
            variables.put(JobPlan.VARIABLES + "JOIN_PORT", first.toString());
        }
        if (names != null) {
            variables.put(JobPlan.VARIABLES + "NAMES", names);
        }
        if (joined != null) {
            variables.put(JOIN, joined);
        }
    }
}

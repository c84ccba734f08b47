package tutti.junit;

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
    /** Returns a setting as an argument of a job's master. */
    static String argument(String setting) {
        return "--tutti-" + setting;
    }

    String displayName() {
        return "members = " + members + (jvms == 1 ? "" : ", JVMs = " + jvms);
    }
}

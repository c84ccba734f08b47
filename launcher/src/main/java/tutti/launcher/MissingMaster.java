package tutti.launcher;

import java.util.Arrays;
import java.util.Set;
import tutti.group.launch.JoinedJob;

/** Notices a program that has ended well without having been a part of its job. */
final class MissingMaster {
    private static final Set<String> QUESTIONS = Set.of("-h", "--help", "-V", "--version"); // need no members

    private static final String WITHOUT = "tutti.without-master"; // says that a program is to be none of ours

    private MissingMaster() {}

    /** Says so, once for all processes, if this program has made no master. */
    static void report(String mainClass, String... arguments) {
        boolean first = System.getenv().getOrDefault(JobPlan.RANK, "0").equals("0");
        if (first
                && !JoinedJob.isNoted()
                && !Boolean.getBoolean(WITHOUT)
                && Arrays.stream(arguments).noneMatch(QUESTIONS::contains)) {
            System.err.printf(
                    "tutti: no members ran: class=%s has ended without a ColGroupMaster, so each JVM ran its main"
                        + " method alone; begin main with: try (ColGroupMaster master = new ColGroupMaster(args)) { …"
                        + " }%n",
                    mainClass);
        }
    }
}

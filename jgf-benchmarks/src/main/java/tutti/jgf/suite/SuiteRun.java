package tutti.jgf.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tutti.group.ColGroupMaster;

/**
 * One benchmark, run several times by the same members.
 *
 * @param members number of members, at least 1
 * @param repeats how often it is run, one after the other
 */
public record SuiteRun(Benchmark benchmark, Settings settings, int members, int repeats) {
    private static final String GROUP = "jgf";

    /** Runs once, at a size. */
    public static SuiteRun once(Benchmark benchmark, Size size, int members) {
        return new SuiteRun(benchmark, Settings.of(size), members, 1);
    }

    /**
     * Runs all members in this JVM.
     *
     * @return what each repeat brought
     * @throws tutti.messaging.MemberFailedException if a member failed, with its failure as the cause
     */
    public List<Outcome> inThisJvm() {
        List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
        run(SuiteListener.into(outcomes), "--tutti-size=1", "--tutti-members=" + members);
        return List.copyOf(outcomes);
    }

    /**
     * Runs this process' share of the members.
     *
     * @param job what is known of the job, as {@link ColGroupMaster} takes it
     */
    public void run(SuiteListener listener, String... job) {
        try (ColGroupMaster master = new ColGroupMaster(job)) {
            master.start(GROUP, () -> new SuiteMember(this, listener));
        }
    }
}

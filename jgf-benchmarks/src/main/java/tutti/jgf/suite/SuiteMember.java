package tutti.jgf.suite;

import tutti.group.ColGroup;
import tutti.group.ColMember;

/**
 * A member that runs a benchmark; a benchmark calls its operations.
 *
 * <p>Groups are {@link #group}, of which {@link #rank} is this member's rank and {@link #members} the size.
 */
public final class SuiteMember extends ColMember {
    private final SuiteRun suiteRun;
    private final SuiteListener listener;

    SuiteMember(SuiteRun suiteRun, SuiteListener listener) {
        this.suiteRun = suiteRun;
        this.listener = listener;
    }

    @Override
    public void run() {
        for (int repeat = 0; repeat < suiteRun.repeats(); repeat++) {
            Outcome outcome = suiteRun.benchmark().run(this);
            if (rank() == 0) {
                if (outcome == null) {
                    throw new IllegalStateException("rank 0 has no outcome: benchmark="
                            + suiteRun.benchmark().name());
                }
                listener.outcome(outcome);
            }
            barrier(group());
        }
    }

    /** Returns this member's rank. */
    public int rank() {
        return group().rank(this);
    }

    /** Returns the number of members. */
    public int members() {
        return group().size();
    }

    /** Returns how the benchmark is to be run. */
    public Settings settings() {
        return suiteRun.settings();
    }

    /** Makes a timer; every member must make, start and stop the same ones. */
    public Timer newTimer() {
        ColGroup group = group();
        return new Timer(() -> barrier(group));
    }

    /**
     * Tells the watcher how far the run is; cheap, and ignored except at rank 0.
     *
     * @param done what is done of {@code whole}, in any unit
     */
    public void progress(long done, long whole) {
        if (rank() == 0) {
            listener.progress(done, whole);
        }
    }
}

package tutti.jgf.suite;

import java.util.Collection;

/** Hears of a run while it continues, in the thread of rank 0. */
public interface SuiteListener {

    /** Takes how far the present repeat is. */
    void progress(long done, long whole);

    /** Takes what a repeat has brought. */
    void outcome(Outcome outcome);

    /** Returns a listener that collects the outcomes. */
    static SuiteListener into(Collection<Outcome> outcomes) {
        return new SuiteListener() {
            @Override
            public void progress(long done, long whole) {}

            @Override
            public void outcome(Outcome outcome) {
                outcomes.add(outcome);
            }
        };
    }
}

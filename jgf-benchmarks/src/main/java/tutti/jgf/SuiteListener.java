package tutti.jgf;

/** Hears of a run while it continues, in the thread of rank 0. */
interface SuiteListener {

    /** Takes how far the present repeat is. */
    void progress(long done, long whole);

    /** Takes what a repeat has brought. */
    void outcome(Outcome outcome);
}

package tutti.jgf.section1;

/** One member's part of an operation, on arrays of one length; every member has one and runs it at the same time. */
interface Exchange {
    void run();

    /** Returns how many of the elements that this member got in the last run are not those that it should have got. */
    int wrongElements();
}

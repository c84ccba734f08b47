package tutti.group.launch;

/** What becomes of members that wait only for each other. */
public enum DeadlockChoice {
    /** Their group is broken, with an exception that says in which operation each waits, and where that was called. */
    END,

    /** They wait, as for anything else. */
    WAIT
}

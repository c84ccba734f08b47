package tutti.group.launch;

/** What members compare before each collective call; mismatches that headers show are always noticed. */
public enum VerifyLevel {
    /** Nothing. */
    OFF,

    /** Operation, root, operator, and type and number of elements where all must have the same: costs an allGather. */
    FULL
}

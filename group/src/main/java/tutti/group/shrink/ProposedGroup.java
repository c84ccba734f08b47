package tutti.group.shrink;

/**
 * A group whose mailboxes are open in this process, and which its members do not use yet.
 *
 * @param <G> what members call a group
 */
public interface ProposedGroup<G> {
    /** Returns the group. */
    G group();

    /** Makes the group known to its members; those that have left meanwhile leave it at once. */
    void joinOrLeave();

    /** Breaks the group for those who use it elsewhere. */
    void abandon(String why);
}

package tutti.group.shrink;

import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.messaging.runtime.Endpoint;

/**
 * The members of this process, as shrinks need them.
 *
 * @param <G> what members call a group
 */
public interface ShrinkableMembers<G> {
    /** Returns a member's endpoint in an active group; null if it has left, failed or forgotten the group. */
    @Nullable
    Endpoint endpoint(long handle, long groupId);

    /** Opens the mailboxes of a group. */
    ProposedGroup<G> open(GroupDescription description);

    /** Returns whether a lost process is known to have ended. */
    boolean hasEnded(int process);

    /** Returns whether all members of a group have agreed that it has grown. */
    boolean hasGrown(GroupDescription group);

    /** Returns whether all members here have agreed that a group has grown; from now on no other does. */
    boolean sealGrowth(GroupDescription group);

    /** The members of a group that has grown, or may have, continue in the larger group, or all in another. */
    void resolveGrowth(GroupDescription group, boolean grown);
}

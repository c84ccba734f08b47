package tutti.group;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;

/** The member that a {@link Communicator} acts for, as the communicator knows it. */
abstract class CallingMember {
    CallingMember() {}

    /**
     * The calling thread is about to act for this member.
     *
     * @throws IllegalStateException if the member is done
     */
    abstract void acts(String groupName);

    /** Has this member take part in shrinking a group, and returns its view of the survivors' group. */
    abstract Communicator shrink(Communicator old, @Nullable Duration timeout);

    /** Returns an identity for a new group, which no other group of the job has or gets. */
    abstract long newGroupId();

    /**
     * Returns this member's view of a group that its members have agreed on, whose mailboxes are open here from now on.
     */
    abstract Communicator derive(GroupDescription group);

    /** Leaves one group. */
    abstract void leave(Communicator communicator);

    /** Breaks all groups of this member, because it cannot do its part, and leaves them. */
    abstract void fail(Throwable cause);

    /** Leaves all groups. */
    public abstract void done();
}

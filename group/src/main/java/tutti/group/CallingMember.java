package tutti.group;

import java.time.Duration;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowthShape;
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

    /** Has this member take part in the growth of a group, and returns its view of the larger one. */
    abstract Communicator grow(Communicator old, GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit);

    /** Returns an identity for a new group, which no other group of a job has or gets. */
    abstract long newGroupId(Object job);

    /**
     * Returns this member's view of a group of a job that its members have agreed on, whose mailboxes are open
     * here from now on.
     */
    abstract Communicator derive(Object job, GroupDescription group);

    /** Leaves one group. */
    abstract void leave(Communicator communicator);

    /** Breaks all groups of this member, because it cannot do its part, and leaves them. */
    abstract void fail(Throwable cause);

    /** Leaves all groups. */
    public abstract void done();
}

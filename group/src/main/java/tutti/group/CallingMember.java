package tutti.group;

import java.time.Duration;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowthShape;
import tutti.group.member.MemberHost;
import tutti.group.member.MemberThreads;
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

    /** Returns what to do so that it is not called when it is done. */
    final String cureOfDone() {
        return this instanceof MemberThreads.PartOfRun
                ? "use its communicator only inside of what run was given, before that returns"
                : "call done() after its last operation";
    }

    /** Has this member take part in shrinking a group, and returns its view of the survivors' group. */
    abstract Communicator shrink(Communicator old, @Nullable Duration timeout);

    /** Returns what the member's process has of a job that the member is in. */
    abstract MemberHost<?, ?> hostIn(Object job);

    /** Has this member take part in the growth of a group, and returns its view of the larger one. */
    abstract Communicator grow(Communicator old, GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit);

    /** Has this member take part in the connection of a group with one of another job. */
    abstract ConnectedGroups<Communicator> connect(Communicator old, ConnectionRequest request);

    /** This member needs the job of a connection no more, if it is in no group there. */
    abstract void disconnect(Object job);

    /** Returns an identity for a new group, which no other group of a job has or gets. */
    final long newGroupId(Object job) {
        return hostIn(job).newGroupId();
    }

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

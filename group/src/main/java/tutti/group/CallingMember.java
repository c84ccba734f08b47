package tutti.group;

import java.time.Duration;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowthRequest;
import tutti.group.growth.GrowthShape;
import tutti.group.member.MemberHost;
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

    /** Returns the member. */
    abstract ColMember self();

    /** Returns what the member's process has of a job that the member is in. */
    abstract MemberHost<ColMember, ColGroup> hostIn(Object job);

    /** Has this member take part in the growth of a group, and returns its view of the larger one. */
    final Communicator grow(Communicator old, GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit) {
        acts(old.name());
        GrowthRequest<ColGroup> request =
                GrowthStates.request(larger -> larger.communicator(self()), shape, stateFor, limit);
        return hostIn(old.job())
                .grow(self(), GrowthTalk.of(old, limit), request)
                .communicator(self());
    }

    /** Has this member take part in the connection of a group with one of another job. */
    final ConnectedGroups<Communicator> connect(Communicator old, ConnectionRequest.Side side, int root) {
        acts(old.name());
        old.check("root", root);
        Duration limit = old.deadline();
        ConnectedGroups<ColGroup> groups =
                hostIn(old.job()).connect(self(), GrowthTalk.of(old, limit), new ConnectionRequest(side, root, limit));
        return groups.with(groups.both().communicator(self()));
    }

    /** This member needs the job of a connection no more, if it is in no group there. */
    final void disconnect(Object job) {
        hostIn(job).disconnect(self());
    }

    /** Returns an identity for a new group, which no other group of a job has or gets. */
    final long newGroupId(Object job) {
        return hostIn(job).newGroupId();
    }

    /**
     * Returns this member's view of a group of a job that its members have agreed on, whose mailboxes are open
     * here from now on.
     */
    final Communicator derive(Object job, GroupDescription group) {
        return hostIn(job).derive(group).communicator(self());
    }

    /** Leaves one group. */
    abstract void leave(Communicator communicator);

    /** Breaks all groups of this member, because it cannot do its part, and leaves them. */
    abstract void fail(Throwable cause);

    /** Leaves all groups. */
    public abstract void done();
}

package tutti.group.member;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowingGroup;
import tutti.group.growth.GrowthRequest;
import tutti.group.growth.LocalPort;
import tutti.group.proto.GroupDescription;
import tutti.messaging.MemberFailedException;

/**
 * The process of a member, as the member needs it. Thread-safe.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public interface MemberHost<M, G> {
    /** A thread is about to run a member. */
    void started(M member, Thread thread);

    /** Runs a member in the calling thread, which has been started for it. */
    void run(Runnable member);

    /**
     * The member that runs in the calling thread has failed. Returns whether the caller must report it, since nothing
     * else does.
     */
    boolean failed(M member, MemberFailedException failure);

    /** The thread that ran a member is about to end. */
    void ended(M member);

    /** A member has left a group, and may be in others. */
    void left(M member, long groupId);

    /** A member has left all its groups, or failed. */
    void done(M member);

    /** No thread acts for a member any more; its process still counts as one whose members are not done. */
    void deserted(M member);

    /**
     * Has a member take part in shrinking a group, and waits for what comes of it.
     *
     * @param timeout how long to wait, or null
     * @return the survivors' group, or the larger one into which the group has grown, which is to be shrunk instead
     */
    G shrink(GroupDescription group, int rank, @Nullable Duration timeout);

    /**
     * Has a member take part in the growth of one of its groups, and waits for what comes of it.
     *
     * @return the larger group
     */
    G grow(M member, GrowingGroup group, GrowthRequest<G> request);

    /** Has a member take part in the connection of one of its groups with one of another job. */
    ConnectedGroups<G> connect(M member, GrowingGroup group, ConnectionRequest request);

    /** Opens a port of this process for jobs that connect. */
    LocalPort openPort();

    /** Returns the port that was published under a name. */
    String lookup(String portName);

    /** Returns what the process was told by its arguments, as variables of the environment. */
    Map<String, String> variables();

    /** A member needs a connection no more: the job of it ends here when no member needs it. */
    void disconnect(M member);

    /** Returns whether this is of a job into which a group of another has grown. */
    boolean isGrown();

    /** Returns an identity for a new group, which no other group of the job has or gets. */
    long newGroupId();

    /**
     * Opens the mailboxes of a group that its members have agreed on without the registry, and returns it.
     *
     * <p>Each of its members in this process calls this once; all get the same object. Messages of the others may come
     * only after all have.
     */
    G derive(GroupDescription group);
}

package tutti.group.shrink;

import java.util.List;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.Shrink;

/** What the protocol needs of its process. */
interface ShrinkEnvironment {
    /** Returns the index of this process. */
    int process();

    boolean isLost(int process);

    /** Returns whether a lost process is known to have ended, so that its members continue nowhere. */
    boolean hasEnded(int process);

    /** Sends to a process, perhaps this one; what a lost one should get is dropped. */
    void send(int process, Shrink message);

    /** Returns an identity that no group of the job has had. */
    long newGroupId();

    /** Returns whether all members of the old group have agreed that it has grown: there is no other outcome then. */
    boolean hasGrown();

    /** Returns whether all members here have agreed that the old group has grown; from now on no other does. */
    boolean sealGrowth();

    /** Ends all operations of the old group here. */
    void revoke();

    /** Opens the mailboxes of this process' members of a group that may come. */
    void open(GroupDescription proposed);

    /** Gives up a group whose mailboxes were opened; a process that takes it for decided must learn that. */
    void abandon(GroupDescription proposed);

    /** Returns whether a group was given up here, so that its mailboxes must not be opened again. */
    boolean hasAbandoned(GroupDescription proposed);

    /**
     * Has the old group's members here continue in a group, or none of them if they are not in it; or in the larger
     * group, if it has grown.
     */
    void decided(GroupDescription group);

    /** Ends the part of the members here: too few processes are reached, and others may continue. */
    void isolated(List<Integer> reached);

    /** Says who is awaited. */
    void silent(List<Integer> ranks);
}

package tutti.messaging.runtime;

import tutti.messaging.signature.FailedCall;

/** What members of one process share in one group, and must know of its end; see {@link LocalMembers#shared}. */
public interface LocalListener {

    /** The group is broken: members that wait must look again. Never blocks. */
    void alarm();

    /** A collective call has failed in a member of another process; may be told more than once. Never blocks. */
    void callFailed(FailedCall failed);

    /** Something has changed in the memory that the processes of the group share. Never blocks. */
    void knocked();

    /** The leader of another process has left the group or failed in it. Never blocks. */
    void leaderLeft();

    /** A member of this process has left the group or failed in it; may be told more than once. Never blocks. */
    void left(int rank);
}

package tutti.collectives.local;

import tutti.messaging.signature.CallSignature;

/** What the lowest rank of a process keeps from call to call, as the leader of its process. */
public interface LeaderState {

    /**
     * The leader's call has failed, so that it may not have done all steps that other leaders have done. Called by the
     * leader's thread.
     */
    void callFailed(CallSignature call);

    /**
     * The call of another member of the process has failed, so that it may begin the next while others are in this one.
     * Called by that member's thread.
     */
    void callFailedInMember(CallSignature call);
}

package tutti.collectives.local;

import tutti.messaging.signature.CallSignature;

/**
 * What the lowest rank of a process keeps from call to call, as the leader of its process. Used by that member's
 * thread.
 */
public interface LeaderState {

    /** The leader's call has failed, so that it may not have done all steps that other leaders have done. */
    void callFailed(CallSignature call);
}

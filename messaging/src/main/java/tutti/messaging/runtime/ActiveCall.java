package tutti.messaging.runtime;

import tutti.messaging.signature.CallSignature;

/** A call that a member is in. */
public interface ActiveCall {

    /** Returns what all members of the call must agree on. */
    CallSignature label();

    /** Returns the thread that is in the call for the member. */
    Thread thread();

    /** This member can't do its part: all others are told, before what it sends from now on. */
    void failed(Throwable cause);

    /** Throws if the call has failed in another member; called while this one waits for messages or for room. */
    void throwIfFailed();
}

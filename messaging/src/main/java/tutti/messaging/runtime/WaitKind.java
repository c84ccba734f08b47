package tutti.messaging.runtime;

/** What ends a wait of a member, as the search for deadlocks must know. */
enum WaitKind {
    /** A message that a member sends. */
    MESSAGE,

    /** A message that a member sends, for which this wait has posted a receive. */
    POSTED_RECEIVE,

    /** That a member takes a message, as each receive does that it has started; or perhaps something else as well. */
    TAKING,

    /** What members do in their calls. */
    CALL,

    /** The end of a call that another thread does for the same member: that thread's waits are the member's. */
    STARTED_CALL,

    /** What the service of a member gives as soon as those let it that {@link MemberService#queue} names. */
    SERVICE
}

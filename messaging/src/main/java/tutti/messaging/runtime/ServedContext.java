package tutti.messaging.runtime;

import tutti.messaging.match.MatchQueue;

/**
 * The messages of a member that a service takes.
 *
 * @param queue where they arrive
 */
record ServedContext(MatchQueue queue, MemberService service) {
    /** Returns whether all that has come is done, and nothing is under way that others do for this member. */
    boolean isIdle() {
        return queue.awaitsWith(service.receives()) && service.isIdle();
    }
}

package tutti.messaging.runtime;

/**
 * A member's place in one group.
 *
 * @param process that hosts the member
 * @param group identity of the group
 * @param rank in the group
 */
record MemberAddress(int process, long group, int rank) {}

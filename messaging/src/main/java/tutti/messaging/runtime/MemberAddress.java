package tutti.messaging.runtime;

/**
 * A member's place in one group, or the place of what its process does there for others.
 *
 * @param process that hosts the member
 * @param group identity of the group
 * @param rank in the group; of a service, the complement of its member's rank
 */
record MemberAddress(int process, long group, int rank) {
    /** Returns the rank of the service of a member. */
    static int ofService(int rank) {
        return ~rank;
    }

    /** Returns whether a rank is that of a service. */
    static boolean isService(int rank) {
        return rank < 0;
    }

    /** Returns the rank of the member, also that of a service. */
    static int member(int rank) {
        return isService(rank) ? ~rank : rank;
    }
}

package tutti.messaging.runtime;

import tutti.messaging.device.Notice;

/**
 * What a member that waits tells others, so that they can find out that none of them will ever continue.
 *
 * @param id of the wait; 0 if the member does not wait, or something other than the members may end the wait
 * @param awaited rank of the member that is awaited, or {@link #ANY}
 * @param known fingerprint of the waits of the awaited members that the member has heard of, and that it looked after
 *     in vain; 0 if there is none
 */
record MemberWaiting(int id, int awaited, long known) {
    /** In place of a rank: any other member may end the wait. */
    static final int ANY = -1;

    /** Of a member that may act. */
    static final MemberWaiting NONE = new MemberWaiting(0, ANY, 0);

    static MemberWaiting of(Notice answer) {
        return new MemberWaiting(
                (int) (answer.sequence() >>> Integer.SIZE), (int) answer.sequence(), answer.weightBytes());
    }

    /** Returns id and rank, as {@link Notice#sequence} carries them. */
    long idAndAwaited() {
        return (long) id << Integer.SIZE | (awaited & 0xffff_ffffL);
    }
}

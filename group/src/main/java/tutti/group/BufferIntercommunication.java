package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/**
 * The collective operations of an {@link Intercommunicator} on buffers.
 *
 * <p>A method that takes a single buffer to send is the one on objects, which knows buffers by their class.
 */
abstract class BufferIntercommunication {
    final boolean isConnection; // of groups of two jobs
    final Communicator local;
    final Communicator both; // whose messages are those between the groups
    final int start; // rank in both of the first member of this group
    final int remoteStart;
    final int remoteSize;
    final SideCalls calls;

    BufferIntercommunication(
            Communicator local, Communicator both, int start, int remoteStart, int remoteSize, boolean isConnection) {
        this.isConnection = isConnection;
        this.local = local;
        this.both = both.withContext(Messages.BETWEEN_SIDES);
        this.start = start;
        this.remoteStart = remoteStart;
        this.remoteSize = remoteSize;
        calls = new SideCalls(this);
    }

    /** Calls an operation of both groups, whose members call different methods. */
    final <T extends @Nullable Object> T run(Call<T> call) {
        try {
            return both.run(call);
        } catch (MismatchedCallException e) {
            throw e.betweenGroups();
        }
    }

    /** Returns this member's rank in its own group. */
    public int rank() {
        return local.rank();
    }

    /** Returns the number of members of this member's group. */
    public int size() {
        return local.size();
    }

    /** Returns the number of members of the other group. */
    public int remoteSize() {
        return remoteSize;
    }

    /** Returns this member's group, as it was given. */
    public Communicator local() {
        return local;
    }

    /** Returns the members of this member's group. */
    public MemberGroup members() {
        return local.members();
    }

    /** Returns the members of the other group. */
    public MemberGroup remoteMembers() {
        return both.members().include(new MemberGroup.Range(remoteStart, remoteStart + remoteSize - 1));
    }

    /**
     * Returns the group of the members of both, for what this view has no method for: to {@linkplain
     * Communicator#shrink continue} after a failure, for windows, files and prepared operations.
     *
     * <p>Its messages are its own: this view receives none of them, and it none of this view's. Collective operations
     * of both keep one order. The group comes first whose leader has the lower rank among the leaders.
     */
    public Communicator both() {
        return both.withContext(Messages.CONTEXT);
    }

    /** Leaves the connection, not the groups, as {@link Communicator#leave} does. */
    public void leave() {
        both.leave();
    }

    /**
     * Ends the connection; called by all members of both groups.
     *
     * <p>Waits until all have called it, or one is lost; then this member has left. If the groups are of two jobs
     * ({@link Intercommunicator#connect}), these are independent again: neither waits at its end for the other.
     *
     * @throws MemberFailedException if a member of one of the groups was lost; this one has left all the same
     */
    public void disconnect() {
        try {
            both.barrier();
        } finally {
            both.leave();
            if (isConnection) {
                local.leave();
                both.member().disconnect(both.job());
            }
        }
    }

    /**
     * Returns the rank in {@link Intercommunicator#both()} of a member of the other group.
     *
     * @throws IllegalArgumentException if there is no such rank
     */
    public int rankInBoth(int remoteRank) {
        return remoteRank == Communicator.ANY_SOURCE || remoteRank == Communicator.NO_MEMBER
                ? remoteRank
                : remote(remoteRank);
    }

    /** Returns the rank in both of a member of the other group, and refuses all else. */
    final int remote(int rank) {
        if (rank < 0 || rank >= remoteSize) {
            throw new IllegalArgumentException(
                    "rank in the other group must lie in [0, %d): rank=%d group=%s; pass a rank of the other group, from 0 to %d"
                            .formatted(remoteSize, rank, both.name(), remoteSize - 1));
        }
        return remoteStart + rank;
    }

    /**
     * Fills a buffer with that of a member of the other group, which calls {@link Intercommunicator#broadcastTo};
     * {@code root} is its rank there.
     */
    public void broadcastFrom(DirectBuffer target, int root) {
        run(calls.broadcastFrom(target, root));
    }

    /**
     * Hands each member of the other group, which calls {@link #scatterFrom(DirectBuffer, int)}, its block of a buffer
     * of one member of this group.
     *
     * @param send elements to hand out; ignored except at the root, but of the same type
     * @param blocks which elements of {@code send} go where: a block for each member of the other group; ignored (and
     *     may be null) except at the root
     * @param root rank in this group
     */
    public void scatterTo(DirectBuffer send, @Nullable Blocks blocks, int root) {
        run(calls.scatterTo(send, blocks, root));
    }

    /**
     * Fills a buffer with this member's block of a member of the other group, which calls {@link #scatterTo}; {@code
     * root} is its rank there.
     */
    public void scatterFrom(DirectBuffer target, int root) {
        run(calls.scatterFrom(target, root));
    }

    /**
     * Collects the buffers of the members of the other group, which calls {@link Intercommunicator#gatherTo} with them,
     * at a member of this group.
     *
     * @param receive gets the contributions at the root, and keeps what lies outside the blocks; ignored elsewhere, but
     *     of the same type
     * @param blocks where in {@code receive} each goes: a block for each member of the other group; ignored (and may be
     *     null) except at the root
     * @param root rank in this group
     */
    public void gatherFrom(DirectBuffer receive, @Nullable Blocks blocks, int root) {
        run(calls.gatherFrom(receive, blocks, root));
    }

    /**
     * Collects equally many elements of every member of the other group; all members of both groups call this.
     *
     * @param send this member's contribution
     * @param receive gets a block for each member of the other group, in rank order
     */
    public void allGather(DirectBuffer send, DirectBuffer receive) {
        run(calls.allGather(send, receive));
    }

    /**
     * Collects the buffers of all members of the other group, which may be of any lengths; all members of both groups
     * call this.
     *
     * @param send this member's contribution
     * @param receive gets the contributions, and keeps what lies outside the blocks
     * @param blocks where in {@code receive} each goes: a block for each member of the other group
     */
    public void allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        run(calls.allGather(send, receive, blocks));
    }

    /**
     * Hands each member of the other group one of the equal blocks of a buffer; all members of both groups call this.
     *
     * @param send a block for each member of the other group, in rank order
     * @param receive gets a block from each of them
     */
    public void allToAll(DirectBuffer send, DirectBuffer receive) {
        run(calls.allToAll(send, receive));
    }

    /**
     * Hands each member of the other group its block of a buffer; all members of both groups call this.
     *
     * @param sendBlocks which elements of {@code send} go where: a block for each member of the other group
     * @param receiveBlocks where in {@code receive} each goes; the count for a rank must be what that one sends
     */
    public void allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        run(calls.allToAll(send, sendBlocks, receive, receiveBlocks));
    }

    /**
     * Combines the buffers of the members of the other group, which calls {@link Intercommunicator#reduceTo} with them,
     * at a member of this group.
     *
     * @param receive gets the reduction in the order of ranks at the root; ignored (and may be null) elsewhere
     * @param root rank in this group
     */
    public void reduceFrom(@Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        run(calls.reduceFrom(receive, operator, root));
    }

    /**
     * Gives every member the reduction of the buffers of the other group in the order of ranks; all members of both
     * groups call this.
     *
     * @param send this member's contribution, which is not changed
     * @param receive gets the result; may be {@code send}
     */
    public void allReduce(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.allReduce(send, receive, operator));
    }

    /**
     * Combines the equal blocks that the members of the other group have for this one, in the order of their ranks; all
     * members of both groups call this.
     *
     * @param send a block for each member of the other group, in rank order
     * @param receive gets the reduction of what they have for this member: as many elements as each of their blocks
     */
    public void reduceScatter(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.reduceScatter(send, receive, operator));
    }

    /**
     * Combines the blocks that the members of the other group have for this one, in the order of their ranks; all
     * members of both groups call this.
     *
     * <p>Costs as many steps as the other group has members.
     *
     * @param send this member's contribution, which is not changed
     * @param blocks which elements of {@code send} go where: a block for each member of the other group; the counts are
     *     the same at all members of this group
     * @param receive gets the reduction of what they have for this member, and has its length; may lie in {@code send}
     */
    public void reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.reduceScatter(send, blocks, receive, operator));
    }
}

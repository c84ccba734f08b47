package tutti.group;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BlockViews;
import tutti.messaging.BufferMismatchException;
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
    final Communicator both;
    final int start; // rank in both of the first member of this group
    final int remoteStart;
    final int remoteSize;

    BufferIntercommunication(
            Communicator local, Communicator both, int start, int remoteStart, int remoteSize, boolean isConnection) {
        this.isConnection = isConnection;
        this.local = local;
        this.both = both;
        this.start = start;
        this.remoteStart = remoteStart;
        this.remoteSize = remoteSize;
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
     * Returns the group of the members of both, in which messages travel: for requests, persistent operations, and all
     * that this view has no method for.
     *
     * <p>The group comes first whose leader has the lower rank among the leaders. Messages of this view are messages
     * there.
     */
    public Communicator both() {
        return both;
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
        if (remoteRank == Communicator.ANY_SOURCE || remoteRank == Communicator.NO_MEMBER) {
            return remoteRank;
        }
        if (remoteRank < 0 || remoteRank >= remoteSize) {
            throw new IllegalArgumentException("rank in the other group must lie in [0, %d): rank=%d group=%s"
                    .formatted(remoteSize, remoteRank, both.name()));
        }
        return remoteStart + remoteRank;
    }

    /** Returns the rank in {@link Intercommunicator#both()} of a member of this group. */
    final int own(int root) {
        local.check("root", root);
        return start + root;
    }

    /**
     * Fills a buffer with that of a member of the other group, which calls {@link Intercommunicator#broadcastTo};
     * {@code root} is its rank there.
     */
    public void broadcastFrom(DirectBuffer target, int root) {
        both.broadcast(Arguments.given("target", target).requireWritable("target"), rankInBoth(root));
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
        boolean isRoot = local.rank() == root;
        both.scatter(
                isRoot ? send : null,
                isRoot ? blocksInBoth(Arguments.given("blocks", blocks)) : null,
                Arguments.given("send", send).slice(0, 0),
                own(root));
    }

    /**
     * Fills a buffer with this member's block of a member of the other group, which calls {@link #scatterTo}; {@code
     * root} is its rank there.
     */
    public void scatterFrom(DirectBuffer target, int root) {
        both.scatter(null, null, Arguments.given("target", target), rankInBoth(root));
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
        boolean isRoot = local.rank() == root;
        both.gather(
                Arguments.given("receive", receive).slice(0, 0),
                isRoot ? receive : null,
                isRoot ? blocksInBoth(Arguments.given("blocks", blocks)) : null,
                own(root));
    }

    /**
     * Collects equally many elements of every member of the other group; all members of both groups call this.
     *
     * @param send this member's contribution
     * @param receive gets a block for each member of the other group, in rank order
     */
    public void allGather(DirectBuffer send, DirectBuffer receive) {
        long[] toEach = new long[remoteSize];
        Arrays.fill(toEach, Arguments.given("send", send).length());
        both.allToAll(send, blocksInBoth(Blocks.of(toEach, new long[remoteSize])), receive, equalBlocks(receive));
    }

    /**
     * Hands each member of the other group one of the equal blocks of a buffer; all members of both groups call this.
     *
     * @param send a block for each member of the other group, in rank order
     * @param receive gets a block from each of them
     */
    public void allToAll(DirectBuffer send, DirectBuffer receive) {
        both.allToAll(send, equalBlocks(send), receive, equalBlocks(receive));
    }

    /**
     * Hands each member of the other group its block of a buffer; all members of both groups call this.
     *
     * @param sendBlocks which elements of {@code send} go where: a block for each member of the other group
     * @param receiveBlocks where in {@code receive} each goes; the count for a rank must be what that one sends
     */
    public void allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        both.allToAll(send, blocksInBoth(sendBlocks), receive, blocksInBoth(receiveBlocks));
    }

    /**
     * Combines the buffers of the members of the other group, which calls {@link Intercommunicator#reduceTo} with them,
     * at a member of this group.
     *
     * <p>Travels as arrays, as a reduction of objects does.
     *
     * @param receive gets the reduction in the order of ranks at the root; ignored (and may be null) elsewhere
     * @param root rank in this group
     */
    public void reduceFrom(@Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        DirectBuffer target =
                local.rank() == root ? Arguments.given("receive", receive).requireWritable("receive") : null;
        Object reduced = SideReductions.reduceFrom(this, onArrays(operator), root);
        if (target != null) {
            fill(target, reduced);
        }
    }

    /**
     * Gives every member the reduction of the buffers of the other group in the order of ranks; all members of both
     * groups call this.
     *
     * <p>Travels as arrays, as a reduction of objects does.
     *
     * @param send this member's contribution, which is not changed
     * @param receive gets the result; may be {@code send}
     */
    public void allReduce(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        Arguments.given("receive", receive).requireWritable("receive");
        fill(
                receive,
                SideReductions.allReduce(this, Arguments.given("send", send).toArray(), onArrays(operator)));
    }

    private static void fill(DirectBuffer target, @Nullable Object array) {
        DirectBuffer result = array == null ? null : DirectBuffer.ofArray(array);
        if (result == null || !result.matches(target)) {
            throw new BufferMismatchException(
                    "reduction does not fit: receive=%s result=%s; let all pass the same type and length"
                            .formatted(target.shape(), result == null ? "no array" : result.shape()));
        }
        target.copyFrom(result);
    }

    /** Applies an operator on buffers to arrays of their elements. */
    static ReductionObject<Object> onArrays(ReductionObject<DirectBuffer> operator) {
        ReductionObject<DirectBuffer> given = Arguments.given("operator", operator);
        return (left, right) -> given.reduce(view(left), view(right)).toArray();
    }

    private static DirectBuffer view(Object array) {
        return Arguments.given("array", DirectBuffer.ofArray(array));
    }

    private Blocks equalBlocks(DirectBuffer whole) {
        long length = Arguments.given("buffer", whole).length();
        if (length % remoteSize != 0) {
            throw new IllegalArgumentException(
                    "needs one equal block for each member of the other group: buffer=%s remote size=%d; pass Blocks for unequal ones"
                            .formatted(whole.shape(), remoteSize));
        }
        return blocksInBoth(BlockViews.equal(length / remoteSize, remoteSize));
    }

    /** Puts blocks for the members of the other group where these are in both; this group's members have empty ones. */
    private Blocks blocksInBoth(Blocks blocks) {
        if (Arguments.given("blocks", blocks).size() != remoteSize) {
            throw new IllegalArgumentException(
                    "needs one block for each member of the other group: blocks=%d remote size=%d group=%s"
                            .formatted(blocks.size(), remoteSize, both.name()));
        }
        long[] counts = new long[both.size()];
        long[] displacements = new long[both.size()];
        for (int rank = 0; rank < remoteSize; rank++) {
            counts[remoteStart + rank] = blocks.count(rank);
            displacements[remoteStart + rank] = blocks.displacement(rank);
        }
        return Blocks.of(counts, displacements);
    }
}

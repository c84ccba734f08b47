package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link ColMember} that take a buffer to send and another to receive into.
 *
 * <p>Those that take a single one (sends, broadcasts, reductions in place) are the operations on objects, which know
 * buffers by their class: overloads would be chosen by a plain {@code null}.
 */
abstract class BufferOperations extends ObjectOperations {

    BufferOperations() {}

    // ---------------------------------------------------------------- messages

    /**
     * Receives the next message from a member into a buffer, waiting until it has arrived.
     *
     * @see Communicator#receive(DirectBuffer, int)
     */
    public void receive(ColGroup group, DirectBuffer target, int source) {
        communicator(group).receive(target, source);
    }

    /**
     * Sends a buffer's elements in one group as by {@link #sendAsync}, and receives into a buffer in another group or
     * the same.
     *
     * @param send elements to send; may be the memory that is received into
     * @param destination rank in {@code sendGroup} of the receiver
     * @param receive all its elements are overwritten
     * @param source rank in {@code receiveGroup} of the sender
     */
    public void sendReceive(
            ColGroup sendGroup,
            DirectBuffer send,
            int destination,
            ColGroup receiveGroup,
            DirectBuffer receive,
            int source) {
        Communicator receiving = communicator(receiveGroup);
        receiving.check("source", source); // before anything is sent
        Arguments.given("receive", receive).requireWritable("receive buffer");
        communicator(sendGroup).sendAsync(Arguments.given("send", send), destination);
        receiving.receive(receive, source);
    }

    /**
     * Exchanges elements with a member that calls this too, with this member as its peer.
     *
     * @see Communicator#rendezvous(DirectBuffer, DirectBuffer, int)
     */
    public void rendezvous(ColGroup group, DirectBuffer send, DirectBuffer receive, int peer) {
        communicator(group).rendezvous(send, receive, peer);
    }

    // ---------------------------------------------------------------- collective operations

    /**
     * Combines all members' elements, in rank order, at the root.
     *
     * @see Communicator#reduce(DirectBuffer, DirectBuffer, ReductionObject, int)
     */
    public void reduce(
            ColGroup group,
            DirectBuffer send,
            @Nullable DirectBuffer receive,
            ReductionObject<DirectBuffer> operator,
            int root) {
        communicator(group).reduce(send, receive, operator, root);
    }

    /**
     * Combines all members' elements, in rank order, and gives every member the result, bit for bit the same.
     *
     * @see Communicator#allReduce(DirectBuffer, DirectBuffer, ReductionObject)
     */
    public void allReduce(
            ColGroup group, DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        communicator(group).allReduce(send, receive, operator);
    }

    /**
     * Hands each member one of the equal blocks of the root's buffer.
     *
     * @see Communicator#scatter(DirectBuffer, DirectBuffer, int)
     */
    public void scatter(ColGroup group, @Nullable DirectBuffer send, DirectBuffer receive, int root) {
        communicator(group).scatter(send, receive, root);
    }

    /**
     * Hands each member its block of the root's buffer; blocks may be of any lengths. Costs size - 1 steps.
     *
     * @see Communicator#scatter(DirectBuffer, Blocks, DirectBuffer, int)
     */
    public void scatter(
            ColGroup group, @Nullable DirectBuffer send, @Nullable Blocks blocks, DirectBuffer receive, int root) {
        communicator(group).scatter(send, blocks, receive, root);
    }

    /**
     * Collects equally many elements of every member in the root's buffer.
     *
     * @see Communicator#gather(DirectBuffer, DirectBuffer, int)
     */
    public void gather(ColGroup group, DirectBuffer send, @Nullable DirectBuffer receive, int root) {
        communicator(group).gather(send, receive, root);
    }

    /**
     * Collects elements of every member in blocks of the root's buffer, which may be of any lengths. Costs size - 1
     * steps.
     *
     * @see Communicator#gather(DirectBuffer, DirectBuffer, Blocks, int)
     */
    public void gather(
            ColGroup group, DirectBuffer send, @Nullable DirectBuffer receive, @Nullable Blocks blocks, int root) {
        communicator(group).gather(send, receive, blocks, root);
    }

    /**
     * Collects equally many elements of every member in a buffer of every member. Costs size - 1 steps.
     *
     * @see Communicator#allGather(DirectBuffer, DirectBuffer)
     */
    public void allGather(ColGroup group, DirectBuffer send, DirectBuffer receive) {
        communicator(group).allGather(send, receive);
    }

    /**
     * Collects elements of every member in blocks of a buffer of every member, which may be of any lengths. Costs size
     * - 1 steps.
     *
     * @see Communicator#allGather(DirectBuffer, DirectBuffer, Blocks)
     */
    public void allGather(ColGroup group, DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        communicator(group).allGather(send, receive, blocks);
    }

    /**
     * Hands each member one of the equal blocks of every member's buffer. Costs size - 1 steps.
     *
     * @see Communicator#allToAll(DirectBuffer, DirectBuffer)
     */
    public void allToAll(ColGroup group, DirectBuffer send, DirectBuffer receive) {
        communicator(group).allToAll(send, receive);
    }

    /**
     * Hands each member its block of every member's buffer; blocks may be of any lengths. Costs size - 1 steps.
     *
     * @see Communicator#allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)
     */
    public void allToAll(
            ColGroup group, DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        communicator(group).allToAll(send, sendBlocks, receive, receiveBlocks);
    }
}

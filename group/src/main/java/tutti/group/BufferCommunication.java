package tutti.group;

import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link Communicator} that take a buffer to send and another to receive into.
 *
 * <p>Those that take a single one (sends, broadcasts, reductions in place) are the operations on objects, which know
 * buffers by their class: overloads would be chosen by a plain {@code null}.
 */
abstract class BufferCommunication extends ObjectCommunication {

    BufferCommunication() {}

    // ---------------------------------------------------------------- messages

    /**
     * Receives the next message from a member, or from any, into a buffer, waiting until it has arrived.
     *
     * <p>It may have been sent from a buffer or as an array; type and number of elements must be the buffer's. One that
     * does not fit is consumed. If the sender is lost while its message arrives, the elements are undefined.
     *
     * @param target all its elements are overwritten
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public void receive(DirectBuffer target, int source) {
        DirectBuffer given = Arguments.given("target", target);
        if (source != NO_MEMBER) {
            Messages.receive(source(source), given, source, context(), tag());
        }
    }

    /**
     * Receives the next message from a member, or from any, into the first elements of a buffer, and says who sent it,
     * with which tag, and how much it was.
     *
     * <p>A message may have fewer elements than the buffer, whose others keep their values then; with more it is
     * consumed, and a {@link tutti.messaging.BufferMismatchException}.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public Status receiveWithStatus(DirectBuffer target, int source) {
        DirectBuffer writable = Arguments.given("target", target).requireWritable("target");
        return source == NO_MEMBER
                ? nothing()
                : Messages.receiveWithStatus(source(source), writable, source, context(), tag());
    }

    /**
     * Sends a buffer's elements as by {@link #sendAsync}, and receives into a buffer.
     *
     * @param send elements to send; may be the memory that is received into
     * @param destination rank of the receiver
     * @param receive all its elements are overwritten
     * @param source rank of the sender
     */
    public void sendReceive(DirectBuffer send, int destination, DirectBuffer receive, int source) {
        if (source != NO_MEMBER) {
            checkSource(source); // before anything is sent
        }
        Arguments.given("receive", receive).requireWritable("receive buffer");
        sendAsync(Arguments.given("send", send), destination);
        receive(receive, source);
    }

    /**
     * Exchanges elements with a member that calls this too, with this member as its peer.
     *
     * @param send elements to send; may be the memory that is received into
     * @param receive all its elements are overwritten
     * @param peer rank of the other; with oneself it copies
     */
    public void rendezvous(DirectBuffer send, DirectBuffer receive, int peer) {
        Arguments.given("receive", receive).requireWritable("receive buffer");
        sendAsync(Arguments.given("send", send), peer);
        receive(receive, peer);
    }

    // ---------------------------------------------------------------- collective operations

    /**
     * Combines all members' elements, in rank order, at the root.
     *
     * <p>The result is the one that {@link Communicator#reduce(Object, ReductionObject, int)} has for arrays, bit for
     * bit. It is written last, when all contributions have fitted.
     *
     * @param send this member's contribution, which is not changed
     * @param receive gets the result at the root, and may be {@code send}; ignored (and may be null) elsewhere
     * @param operator one of {@link Reductions}, or one that combines two buffers: it may write into either and return
     *     it
     * @param root rank that gets the result
     */
    public void reduce(
            DirectBuffer send, @Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        run(calls.reduce(send, receive, operator, root));
    }

    /**
     * Combines all members' elements, in rank order, and gives every member the result, bit for bit the same.
     *
     * <p>Costs ceil(log2 size) steps, twice as many if the size is no power of two or the buffers are large; see
     * docs/algorithms.md. The result is written last, when all contributions that reach this member have fitted.
     * Members of one process read and write each other's buffers while they are in this call.
     *
     * @param send this member's contribution, which is not changed
     * @param receive gets the result; may be {@code send}
     * @param operator one of {@link Reductions}, or one that combines two buffers: it may write into either and return
     *     it
     */
    public void allReduce(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.allReduce(send, receive, operator));
    }

    /**
     * Hands each member one of the equal blocks of the root's buffer.
     *
     * <p>Costs ceil(log2 size) steps, more for large blocks; see docs/algorithms.md.
     *
     * @param send at the root, size blocks in rank order; ignored (and may be null) elsewhere
     * @param receive gets this member's block; at the root it may be that block itself
     * @param root rank that supplies the elements
     */
    public void scatter(@Nullable DirectBuffer send, DirectBuffer receive, int root) {
        run(calls.scatter(send, receive, root));
    }

    /**
     * Hands each member its block of the root's buffer; blocks may be of any lengths. Costs size - 1 steps.
     *
     * @param send elements to hand out; ignored (and may be null) except at the root
     * @param blocks which elements of {@code send} go where; ignored (and may be null) except at the root
     * @param receive gets this member's block, and has its length; at the root it may be that block itself
     * @param root rank that supplies the elements
     */
    public void scatter(@Nullable DirectBuffer send, @Nullable Blocks blocks, DirectBuffer receive, int root) {
        run(calls.scatter(send, blocks, receive, root));
    }

    /**
     * Collects equally many elements of every member in the root's buffer.
     *
     * <p>Costs ceil(log2 size) steps, more for large blocks; see docs/algorithms.md. If one member's message does not
     * fit, others' blocks may have been written.
     *
     * @param send this member's contribution; at the root it may be its block of {@code receive}
     * @param receive at the root, gets size blocks in rank order; ignored (and may be null) elsewhere
     * @param root rank that collects
     */
    public void gather(DirectBuffer send, @Nullable DirectBuffer receive, int root) {
        run(calls.gather(send, receive, root));
    }

    /**
     * Collects elements of every member in blocks of the root's buffer, which may be of any lengths. Costs size - 1
     * steps.
     *
     * @param send this member's contribution; at the root it may be its block of {@code receive}
     * @param receive gets the contributions, and keeps what lies outside the blocks; ignored (and may be null) except
     *     at the root
     * @param blocks where in {@code receive} each goes, without overlapping; ignored (and may be null) except at the
     *     root
     * @param root rank that collects
     */
    public void gather(DirectBuffer send, @Nullable DirectBuffer receive, @Nullable Blocks blocks, int root) {
        run(calls.gather(send, receive, blocks, root));
    }

    /**
     * Collects equally many elements of every member in a buffer of every member. Costs size - 1 steps.
     *
     * @param send this member's contribution; may be its block of {@code receive}
     * @param receive gets size blocks in rank order
     */
    public void allGather(DirectBuffer send, DirectBuffer receive) {
        run(calls.allGather(send, receive));
    }

    /**
     * Collects elements of every member in blocks of a buffer of every member, which may be of any lengths. Costs size
     * - 1 steps.
     *
     * @param send this member's contribution; may be its block of {@code receive}
     * @param receive gets the contributions, and keeps what lies outside the blocks
     * @param blocks where in {@code receive} each goes, without overlapping; the counts must be the same at every
     *     member
     */
    public void allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        run(calls.allGather(send, receive, blocks));
    }

    /**
     * Hands each member one of the equal blocks of every member's buffer. Costs size - 1 steps.
     *
     * @param send size blocks, the one for rank 0 first
     * @param receive gets size blocks, the one from rank 0 first; {@code send} is copied first if they overlap
     */
    public void allToAll(DirectBuffer send, DirectBuffer receive) {
        run(calls.allToAll(send, receive));
    }

    /**
     * Hands each member its block of every member's buffer; blocks may be of any lengths. Costs size - 1 steps.
     *
     * @param send elements to hand out
     * @param sendBlocks which elements of {@code send} go where
     * @param receive gets the blocks, and keeps what lies outside them; {@code send} is copied first if they overlap
     * @param receiveBlocks where in {@code receive} each goes; the count for a rank must be what that one sends
     */
    public void allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        run(calls.allToAll(send, sendBlocks, receive, receiveBlocks));
    }

    /**
     * Hands each member a buffer of its own, of any type and length (MPI's Alltoallw). Costs size - 1 steps.
     *
     * <p>A rank that is missing in {@code send} gets nothing, one that is missing in {@code receive} sends nothing;
     * both sides must agree, also on type and length.
     *
     * @param send by the ranks of their receivers, the own one among them; those that overlap with {@code receive} are
     *     copied first
     * @param receive by the ranks of their senders
     * @throws tutti.messaging.BufferMismatchException if another member sends something else
     */
    public void allToAll(Map<Integer, DirectBuffer> send, Map<Integer, DirectBuffer> receive) {
        run(calls.allToAll(send, receive));
    }

    /**
     * Hands each buffer to the member whose rank is its key, as {@link Communicator#exchange(Map)} does with objects;
     * no one needs to know who has something for whom, or how much.
     *
     * @param values by the ranks of their receivers, the own one among them; may be empty
     * @return what members have for this one, by their ranks, over new arrays of the same type; its own buffer is the
     *     one given
     */
    public SortedMap<Integer, DirectBuffer> exchangeBuffers(Map<Integer, DirectBuffer> values) {
        return run(calls.exchangeBuffers(values));
    }

    /**
     * Combines the elements of the ranks up to this member's own, in rank order.
     *
     * @param send this member's contribution, which is not changed
     * @param receive gets the result; may be {@code send}
     * @see Communicator#scan(Object, ReductionObject)
     */
    public void scan(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.scan(send, receive, operator));
    }

    /**
     * Combines the elements of the ranks below this member's own, in rank order.
     *
     * @param send this member's contribution, which is not changed
     * @param receive gets the result, and is not changed at rank 0; may be {@code send}
     * @see Communicator#exclusiveScan(Object, ReductionObject)
     */
    public void exclusiveScan(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.exclusiveScan(send, receive, operator));
    }

    /**
     * Combines all members' elements, in rank order, and hands each member one of the equal blocks of the result. Costs
     * size - 1 steps.
     *
     * @param send size blocks in rank order, which are not changed
     * @param receive gets this member's block of the result; may lie in {@code send}
     */
    public void reduceScatter(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.reduceScatter(send, receive, operator));
    }

    /**
     * Combines all members' elements, in rank order, and hands each member its block of the result. Costs size - 1
     * steps.
     *
     * @param send is not changed
     * @param blocks which elements belong to whom, the same at every member
     * @param receive gets this member's block of the result; may lie in {@code send}
     */
    public void reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        run(calls.reduceScatter(send, blocks, receive, operator));
    }
}

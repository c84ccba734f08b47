package tutti.group;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;

/** The operations of a {@link ColMember} on objects, and on single buffers. */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
abstract class ObjectOperations extends CallingMember {

    ObjectOperations() {}

    /**
     * Returns this member's view of a group: the same operations, without the group as an argument.
     *
     * <p>The group's deadline ({@link ColGroup#within}) is the communicator's. Costs no object unless the group has
     * such a deadline.
     *
     * @throws IllegalArgumentException if this member is not in the group
     */
    public abstract Communicator communicator(ColGroup group);

    // ---------------------------------------------------------------- messages

    /**
     * Sends a value to a member and waits until that member has received it.
     *
     * @see Communicator#sendSync(Object, int)
     */
    public void sendSync(ColGroup group, @Nullable Object value, int destination) {
        communicator(group).sendSync(value, destination);
    }

    /**
     * Sends a value to a member without waiting for a receive, also to oneself.
     *
     * @see Communicator#sendAsync(Object, int)
     */
    public void sendAsync(ColGroup group, @Nullable Object value, int destination) {
        communicator(group).sendAsync(value, destination);
    }

    /**
     * Receives the next value from a member, waiting until there is one.
     *
     * @see Communicator#receive(int)
     */
    public <T extends @Nullable Object> T receive(ColGroup group, int source) {
        return communicator(group).receive(source);
    }

    /**
     * Sends a value in one group as by {@link #sendAsync}, and receives one in another group or the same.
     *
     * @param destination rank in {@code sendGroup} of the receiver
     * @param source rank in {@code receiveGroup} of the sender
     */
    public <T extends @Nullable Object> T sendReceive(
            ColGroup sendGroup, @Nullable Object value, int destination, ColGroup receiveGroup, int source) {
        Communicator receiving = communicator(receiveGroup);
        receiving.check("source", source); // before anything is sent
        communicator(sendGroup).sendAsync(value, destination);
        return receiving.receive(source);
    }

    /**
     * Exchanges values with a member that calls this too, with this member as its peer.
     *
     * @see Communicator#rendezvous(Object, int)
     */
    public <T extends @Nullable Object> T rendezvous(ColGroup group, @Nullable Object value, int peer) {
        return communicator(group).rendezvous(value, peer);
    }

    // ---------------------------------------------------------------- collective operations

    /**
     * Waits until all members have called this. Costs ceil(log2 size) steps.
     *
     * @see Communicator#barrier()
     */
    public void barrier(ColGroup group) {
        communicator(group).barrier();
    }

    /**
     * Broadcasts the root's value to every member.
     *
     * @see Communicator#broadcast(Object, int)
     */
    public <T extends @Nullable Object> T broadcast(ColGroup group, T value, int root) {
        return communicator(group).broadcast(value, root);
    }

    /**
     * Combines all members' values, in rank order, at the root.
     *
     * @see Communicator#reduce(Object, ReductionObject, int)
     */
    public <T extends @Nullable Object> @Nullable T reduce(
            ColGroup group, T value, ReductionObject<T> operator, int root) {
        return communicator(group).reduce(value, operator, root);
    }

    /**
     * Combines all members' values, in rank order, and gives every member the result, bit for bit the same.
     *
     * @see Communicator#allReduce(Object, ReductionObject)
     */
    public <T extends @Nullable Object> T allReduce(ColGroup group, T value, ReductionObject<T> operator) {
        return communicator(group).allReduce(value, operator);
    }

    /**
     * Hands each member its part of the root's object.
     *
     * @see Communicator#scatter(DividableDataObject, int)
     */
    public <T extends @Nullable Object> T scatter(
            ColGroup group, @Nullable DividableDataObject<T> rootObject, int root) {
        return communicator(group).scatter(rootObject, root);
    }

    /**
     * Collects all members' values in the root's object.
     *
     * @see Communicator#gather(DividableDataObject, Object, int)
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> @Nullable D gather(
            ColGroup group, @Nullable D rootObject, T value, int root) {
        return communicator(group).gather(rootObject, value, root);
    }

    /**
     * Collects all members' values in an object of every member.
     *
     * @see Communicator#allGather(DividableDataObject, Object)
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allGather(
            ColGroup group, D resultObject, T value) {
        return communicator(group).allGather(resultObject, value);
    }

    /**
     * Hands each member its part of every member's object.
     *
     * @see Communicator#allToAll(DividableDataObject, DividableDataObject)
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allToAll(
            ColGroup group, DividableDataObject<T> object, D resultObject) {
        return communicator(group).allToAll(object, resultObject);
    }

    /**
     * Collects all members' values at the root, in a new list in rank order; returns null elsewhere.
     *
     * @see Communicator#gather(Object, int)
     */
    public <T extends @Nullable Object> @Nullable List<T> gather(ColGroup group, T value, int root) {
        return communicator(group).gather(value, root);
    }

    /**
     * Collects all members' values at every member, in a new list in rank order.
     *
     * @see Communicator#allGather(Object)
     */
    public <T extends @Nullable Object> List<T> allGather(ColGroup group, T value) {
        return communicator(group).allGather(value);
    }

    /**
     * Hands element i of each member's list to member i, which gets them in a new list in rank order.
     *
     * @see Communicator#allToAll(List)
     */
    public <T extends @Nullable Object> List<T> allToAll(ColGroup group, List<T> list) {
        return communicator(group).allToAll(list);
    }
}

package tutti.group;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/** The collective operations of a {@link Communicator} on objects, and on single buffers. */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
abstract class ObjectCommunication extends MessageCommunication {

    ObjectCommunication() {}

    // ---------------------------------------------------------------- collective operations

    /** Waits until all members have called this. Costs ceil(log2 size) steps. */
    public void barrier() {
        run(calls.barrier());
    }

    /**
     * Broadcasts the root's value to every member.
     *
     * <p>Returns when this member holds the value. Costs ceil(log2 size) steps; see docs/algorithms.md.
     *
     * <p>A {@link DirectBuffer} is broadcast in place: its elements are sent at the root, and overwritten elsewhere
     * with the root's.
     *
     * @param value value to send; ignored except at the root, unless it is a {@code DirectBuffer}
     * @param root rank that supplies the value
     * @return the root's own reference at the root, an independent copy elsewhere; a {@code DirectBuffer} itself
     */
    public <T extends @Nullable Object> T broadcast(T value, int root) {
        return run(calls.broadcast(value, root));
    }

    /**
     * Combines all members' values, in rank order, at the root.
     *
     * <p>The result depends on the values and the group's size only: not on the root, and not on who is first. Costs
     * ceil(log2 size) steps.
     *
     * <p>A {@link DirectBuffer} is reduced in place: at the root it gets the result; elsewhere it is not changed.
     *
     * @param value this member's contribution, which is not changed unless it is the root's {@code DirectBuffer}
     * @param operator combines two values; must do the same at every member
     * @return the result at the root, null elsewhere
     */
    public <T extends @Nullable Object> @Nullable T reduce(T value, ReductionObject<T> operator, int root) {
        return run(calls.reduce(value, operator, root));
    }

    /**
     * Combines all members' values, in rank order, and gives every member the result, bit for bit the same.
     *
     * <p>Costs 2 ceil(log2 size) steps.
     *
     * <p>A {@link DirectBuffer} is reduced in place: it gets the result.
     *
     * @param value this member's contribution, which is not changed unless it is a {@code DirectBuffer}
     * @param operator combines two values; must do the same at every member
     * @return the result, an independent copy at every member; a {@code DirectBuffer} itself
     */
    public <T extends @Nullable Object> T allReduce(T value, ReductionObject<T> operator) {
        return run(calls.allReduce(value, operator));
    }

    /**
     * Hands each member its part of the root's object.
     *
     * <p>Costs ceil(log2 size) steps.
     *
     * @param rootObject divided by {@link DividableDataObject#elementAt}, once for each rank in order; ignored (and may
     *     be null) except at the root
     * @param root rank that supplies the object
     * @return this member's part: the root's own reference at the root, an independent copy elsewhere
     */
    public <T extends @Nullable Object> T scatter(@Nullable DividableDataObject<T> rootObject, int root) {
        return run(calls.scatter(rootObject, root));
    }

    /**
     * Collects all members' values in the root's object.
     *
     * <p>Costs ceil(log2 size) steps. Contributions may differ in size and class, as far as the object accepts them.
     *
     * @param rootObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order; ignored (and
     *     may be null) except at the root
     * @param value this member's contribution; the root's own goes by reference
     * @param root rank that collects
     * @return {@code rootObject} at the root, null elsewhere
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> @Nullable D gather(
            @Nullable D rootObject, T value, int root) {
        return run(calls.gather(rootObject, value, root));
    }

    /**
     * Collects all members' values in an object of every member.
     *
     * <p>Costs ceil(log2 size) steps. Contributions may differ in size and class, as far as the objects accept them.
     *
     * @param resultObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order
     * @param value this member's contribution, which goes into its own object by reference
     * @return {@code resultObject}
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allGather(D resultObject, T value) {
        return run(calls.allGather(resultObject, value));
    }

    /**
     * Hands each member its part of every member's object.
     *
     * <p>Member i gets part i of each object, and sets the one from rank j as element j of its result. Costs size - 1
     * steps.
     *
     * @param object divided by {@link DividableDataObject#elementAt}, once for each rank
     * @param resultObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order; may not be
     *     {@code object} itself
     * @return {@code resultObject}
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allToAll(
            DividableDataObject<T> object, D resultObject) {
        return run(calls.allToAll(object, resultObject));
    }

    /** Collects all members' values at the root, in a new list in rank order; returns null elsewhere. */
    public <T extends @Nullable Object> @Nullable List<T> gather(T value, int root) {
        return run(calls.gather(value, root));
    }

    /** Collects all members' values at every member, in a new list in rank order. */
    public <T extends @Nullable Object> List<T> allGather(T value) {
        return run(calls.allGather(value));
    }

    /** Hands element i of each member's list to member i, which gets them in a new list in rank order. */
    public <T extends @Nullable Object> List<T> allToAll(List<T> list) {
        return run(calls.allToAll(list));
    }

    /**
     * Combines the values of the ranks up to this member's own, in rank order (MPI 4.1, section 6.11).
     *
     * <p>Costs ceil(log2 size) steps. A {@link DirectBuffer} gets the result in place.
     *
     * @param value this member's contribution, which is not changed unless it is a {@code DirectBuffer}
     * @param operator combines two values; must do the same at every member
     * @return the result; a {@code DirectBuffer} itself
     */
    public <T extends @Nullable Object> T scan(T value, ReductionObject<T> operator) {
        return run(calls.scan(value, operator));
    }

    /**
     * Combines the values of the ranks below this member's own, in rank order.
     *
     * <p>Costs ceil(log2 size) steps. A {@link DirectBuffer} gets the result in place; that of rank 0 is not changed.
     *
     * @param value this member's contribution, which is not changed unless it is a {@code DirectBuffer}
     * @param operator combines two values; must do the same at every member
     * @return the result; null at rank 0; a {@code DirectBuffer} itself
     */
    public <T extends @Nullable Object> @Nullable T exclusiveScan(T value, ReductionObject<T> operator) {
        return run(calls.exclusiveScan(value, operator));
    }

    /**
     * Combines all members' objects part by part, in rank order, and hands each member its part of the result.
     *
     * <p>The part has the bits that {@link Communicator#reduce(Object, ReductionObject, int)} of the parts has. Costs
     * size - 1 steps.
     *
     * @param object divided by {@link DividableDataObject#elementAt}, once for each rank; is not changed
     * @param operator combines two parts; must do the same at every member
     * @return this member's part of the result
     */
    public <T extends @Nullable Object> T reduceScatter(DividableDataObject<T> object, ReductionObject<T> operator) {
        return run(calls.reduceScatter(object, operator));
    }

    /** Combines element i of all members' lists, in rank order, and hands the result to member i. */
    public <T extends @Nullable Object> T reduceScatter(List<T> list, ReductionObject<T> operator) {
        return run(calls.reduceScatter(list, operator));
    }

    /**
     * Hands each value to the member whose rank is its key, as {@link #allToAll(List)} does, where each may have values
     * for some only.
     *
     * <p>Costs size - 1 steps; {@link #exchange} costs less if most members have nothing for most others.
     *
     * @param values by the ranks of their receivers, the own one among them
     * @return what members have for this one, by their ranks; its own value goes by reference
     */
    public <T extends @Nullable Object> SortedMap<Integer, T> allToAll(Map<Integer, T> values) {
        return run(calls.allToAll(values));
    }

    /**
     * Hands each value to the member whose rank is its key; no one needs to know who has something for whom.
     *
     * <p>All members call it, also those that have nothing to send. Costs ceil(log2 size) steps in which all learn who
     * sends to whom, and a message for each value.
     *
     * @param values by the ranks of their receivers, the own one among them; may be empty
     * @return what members have for this one, by their ranks; its own value goes by reference
     */
    public <T extends @Nullable Object> SortedMap<Integer, T> exchange(Map<Integer, T> values) {
        return run(calls.exchange(values));
    }
}

package tutti.group;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/** The collective operations of an {@link Intercommunicator} on objects. */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
abstract class ObjectIntercommunication extends BufferIntercommunication {
    ObjectIntercommunication(
            Communicator local, Communicator both, int start, int remoteStart, int remoteSize, boolean isConnection) {
        super(local, both, start, remoteStart, remoteSize, isConnection);
    }

    /** Waits until all members of both groups have arrived. */
    public void barrier() {
        run(calls.barrier());
    }

    /**
     * Sends the value of one member of this group to all members of the other, which call {@link #broadcastFrom}.
     *
     * @param value ignored except at the root; of a {@link DirectBuffer} all members of both pass one of the same
     *     length, and this group's others get the elements, too
     * @param root rank in this group
     */
    public void broadcastTo(@Nullable Object value, int root) {
        run(calls.broadcastTo(value, root));
    }

    /**
     * Returns the value of a member of the other group, which calls {@link #broadcastTo}; {@code root} is its rank
     * there.
     */
    public <T extends @Nullable Object> T broadcastFrom(int root) {
        return run(calls.broadcastFrom(root));
    }

    /**
     * Hands each member of the other group, which calls {@link #scatterFrom(int)}, a value of one member of this group.
     *
     * @param values at the root, one for each member of the other group in rank order; ignored (and may be null)
     *     elsewhere
     * @param root rank in this group
     */
    public void scatterTo(@Nullable List<?> values, int root) {
        run(calls.scatterTo(values, root));
    }

    /**
     * Returns this member's value of a member of the other group, which calls {@link #scatterTo(List, int)}; {@code
     * root} is its rank there.
     */
    public <T extends @Nullable Object> T scatterFrom(int root) {
        return run(calls.scatterFrom(root));
    }

    /**
     * Sends this member's value to a member of the other group, which calls {@link #gatherFrom(int)}.
     *
     * @param value of a {@link DirectBuffer} the other group calls {@link #gatherFrom(DirectBuffer,
     *     tutti.collectives.Blocks, int)}
     * @param root rank in the other group
     */
    public void gatherTo(@Nullable Object value, int root) {
        run(calls.gatherTo(value, root));
    }

    /**
     * Collects the values of the members of the other group, which calls {@link #gatherTo}, at a member of this group.
     *
     * @param root rank in this group
     * @return at the root the values in rank order, elsewhere null
     */
    public <T extends @Nullable Object> @Nullable List<T> gatherFrom(int root) {
        return run(calls.gatherFrom(root));
    }

    /** Returns the values of the members of the other group in rank order; all members of both groups call this. */
    public <T extends @Nullable Object> List<T> allGather(@Nullable Object value) {
        return run(calls.allGather(value));
    }

    /**
     * Hands each member of the other group one of this member's values; all members of both groups call this.
     *
     * @param values one for each member of the other group, in rank order
     * @return what the members of the other group have for this one, in rank order
     */
    public <T extends @Nullable Object> List<T> allToAll(List<?> values) {
        return run(calls.allToAll(values));
    }

    /**
     * Sends this member's contribution to a reduction at a member of the other group, which calls {@link
     * #reduceFrom(ReductionObject, int)}.
     *
     * @param value of a {@link DirectBuffer} the other group calls {@link #reduceFrom(DirectBuffer, ReductionObject,
     *     int)}
     * @param operator combines the contributions of this group; the same at both groups
     * @param root rank in the other group
     */
    public <T extends @Nullable Object> void reduceTo(T value, ReductionObject<T> operator, int root) {
        run(calls.reduceTo(value, operator, root));
    }

    /**
     * Combines the contributions of the members of the other group, which calls {@link #reduceTo}, at a member of this
     * group.
     *
     * @param root rank in this group
     * @return the reduction in the order of ranks at the root, elsewhere null
     */
    public <T extends @Nullable Object> @Nullable T reduceFrom(ReductionObject<T> operator, int root) {
        return run(calls.reduceFrom(operator, root));
    }

    /**
     * Returns the reduction of the values of the other group in the order of ranks; all members of both groups call
     * this.
     *
     * @param value a {@link DirectBuffer} is overwritten with the result, and returned
     */
    public <T extends @Nullable Object> T allReduce(T value, ReductionObject<T> operator) {
        return run(calls.allReduce(value, operator));
    }

    /**
     * Combines the values that the members of the other group have for this one, in the order of their ranks; all
     * members of both groups call this.
     *
     * <p>Costs as many steps as the other group has members.
     *
     * @param values one for each member of the other group, in rank order
     * @return the reduction of what they have for this member
     */
    public <T extends @Nullable Object> T reduceScatter(List<T> values, ReductionObject<T> operator) {
        return run(calls.reduceScatter(values, operator));
    }
}

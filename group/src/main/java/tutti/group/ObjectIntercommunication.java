package tutti.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
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
        both.barrier();
    }

    /**
     * Sends the value of one member of this group to all members of the other, which call {@link #broadcastFrom}.
     *
     * @param value ignored except at the root; of a {@link DirectBuffer} all members of both pass one of the same
     *     length, and this group's others get the elements, too
     * @param root rank in this group
     */
    public void broadcastTo(@Nullable Object value, int root) {
        both.broadcast(rank() == root || value instanceof DirectBuffer ? value : null, own(root));
    }

    /**
     * Returns the value of a member of the other group, which calls {@link #broadcastTo}; {@code root} is its rank
     * there.
     */
    public <T extends @Nullable Object> T broadcastFrom(int root) {
        return cast(both.<@Nullable Object>broadcast(null, rankInBoth(root)));
    }

    /**
     * Hands each member of the other group, which calls {@link #scatterFrom(int)}, a value of one member of this group.
     *
     * @param values at the root, one for each member of the other group in rank order; ignored (and may be null)
     *     elsewhere
     * @param root rank in this group
     */
    public void scatterTo(@Nullable List<?> values, int root) {
        PerRank<@Nullable Object> parts = null;
        if (rank() == root) {
            parts = PerRank.of(placed(Objects.requireNonNull(values, "the root must supply values to scatter")));
        }
        both.<@Nullable Object>scatter(parts, own(root));
    }

    /**
     * Returns this member's value of a member of the other group, which calls {@link #scatterTo(List, int)}; {@code
     * root} is its rank there.
     */
    public <T extends @Nullable Object> T scatterFrom(int root) {
        return cast(both.<@Nullable Object>scatter((PerRank<@Nullable Object>) null, rankInBoth(root)));
    }

    /**
     * Sends this member's value to a member of the other group, which calls {@link #gatherFrom(int)}.
     *
     * @param value of a {@link DirectBuffer} the other group calls {@link #gatherFrom(DirectBuffer,
     *     tutti.collectives.Blocks, int)}
     * @param root rank in the other group
     */
    public void gatherTo(@Nullable Object value, int root) {
        if (value instanceof DirectBuffer buffer) {
            both.gather(buffer, null, null, rankInBoth(root));
        } else {
            both.gather(value, rankInBoth(root));
        }
    }

    /**
     * Collects the values of the members of the other group, which calls {@link #gatherTo}, at a member of this group.
     *
     * @param root rank in this group
     * @return at the root the values in rank order, elsewhere null
     */
    public <T extends @Nullable Object> @Nullable List<T> gatherFrom(int root) {
        List<T> all = both.gather(ObjectIntercommunication.<T>cast(null), own(root));
        return all == null ? null : remote(all);
    }

    /** Returns the values of the members of the other group in rank order; all members of both groups call this. */
    public <T extends @Nullable Object> List<T> allGather(@Nullable Object value) {
        return ObjectIntercommunication.<List<T>>cast(remote(both.<@Nullable Object>allGather(value)));
    }

    /**
     * Hands each member of the other group one of this member's values; all members of both groups call this.
     *
     * @param values one for each member of the other group, in rank order
     * @return what the members of the other group have for this one, in rank order
     */
    public <T extends @Nullable Object> List<T> allToAll(List<?> values) {
        return ObjectIntercommunication.<List<T>>cast(remote(both.<@Nullable Object>allToAll(placed(values))));
    }

    /**
     * Sends this member's contribution to a reduction at a member of the other group, which calls {@link
     * #reduceFrom(ReductionObject, int)}.
     *
     * @param value of a {@link DirectBuffer} an array travels; the other group may call {@link
     *     #reduceFrom(DirectBuffer, ReductionObject, int)}
     * @param operator combines the contributions of this group; the same at both groups
     * @param root rank in the other group
     */
    @SuppressWarnings("unchecked") // an operator on buffers comes with a buffer
    public <T extends @Nullable Object> void reduceTo(T value, ReductionObject<T> operator, int root) {
        if (value instanceof DirectBuffer buffer) {
            SideReductions.reduceTo(this, buffer.toArray(), onArrays((ReductionObject<DirectBuffer>) operator), root);
        } else {
            SideReductions.reduceTo(this, value, operator, root);
        }
    }

    /**
     * Combines the contributions of the members of the other group, which calls {@link #reduceTo}, at a member of this
     * group.
     *
     * @param root rank in this group
     * @return the reduction in the order of ranks at the root, elsewhere null
     */
    public <T extends @Nullable Object> @Nullable T reduceFrom(ReductionObject<T> operator, int root) {
        return SideReductions.reduceFrom(this, operator, root);
    }

    /**
     * Returns the reduction of the values of the other group in the order of ranks; all members of both groups call
     * this.
     */
    public <T extends @Nullable Object> T allReduce(T value, ReductionObject<T> operator) {
        return SideReductions.allReduce(this, value, operator);
    }

    /** Puts values for the other group where its members are in both. */
    private List<@Nullable Object> placed(List<?> values) {
        if (values.size() != remoteSize) {
            throw new IllegalArgumentException(
                    "one value for each member of the other group: values=%d remote size=%d group=%s"
                            .formatted(values.size(), remoteSize, both.name()));
        }
        List<@Nullable Object> nothing = Collections.nCopies(size(), null);
        return new ArrayList<>(
                Stream.concat((start == 0 ? nothing : values).stream(), (start == 0 ? values : nothing).stream())
                        .toList());
    }

    /** Returns the part of values of both groups that is the other's. */
    private <T extends @Nullable Object> List<T> remote(List<T> all) {
        return all.subList(remoteStart, remoteStart + remoteSize);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // its type is the callers' to match
    static <T extends @Nullable Object> T cast(@Nullable Object value) {
        return (T) value;
    }
}

package tutti.group;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.messaging.Status;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;

/** The operations of a {@link Communicator} on objects, and on single buffers. */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
abstract class ObjectCommunication {

    /** In place of the rank of a source, in a receive or a probe: a message of any member is accepted. */
    public static final int ANY_SOURCE = Endpoint.ANY;

    /** In place of a tag: a receive or a probe of the view accepts messages with any. */
    public static final int ANY_TAG = Endpoint.ANY;

    final Calls calls = new Calls(this);

    ObjectCommunication() {}

    /** Returns this member's rank in the group, in [0, {@link #size()}). */
    public abstract int rank();

    /** Returns the number of members of the group. */
    public abstract int size();

    /** Returns the name under which the group was built. */
    public abstract String name();

    /** Returns the tag of this view's messages, or {@link #ANY_TAG}. */
    public abstract int tag();

    /** Returns this member's endpoint for one operation that begins now. */
    abstract Endpoint begin();

    /** Returns this member's endpoint for something that is no operation in records. */
    abstract Endpoint unrecorded(int source);

    /** Does this member's part in a collective operation, which begins now. */
    abstract <T extends @Nullable Object> T run(Call<T> call);

    /** Starts this member's part in a collective operation. */
    abstract <T extends @Nullable Object> Request<T> start(Call<T> call);

    final Endpoint destination(int destination) {
        check("destination", destination);
        if (tag() == ANY_TAG) {
            throw new IllegalArgumentException(
                    "a send needs a tag: destination=%d group=%s; use withTag(tag)".formatted(destination, name()));
        }
        return begin();
    }

    final Endpoint source(int source) {
        checkSource(source);
        return begin();
    }

    /** Refuses a rank that is not in the group, and is not {@link #ANY_SOURCE}. */
    final void checkSource(int source) {
        if (source != ANY_SOURCE) {
            check("source", source);
        }
    }

    /** Refuses a rank that is not in the group. */
    final void check(String role, int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    "%s must lie in [0, %d): %s=%d group=%s".formatted(role, size(), role, rank, name()));
        }
    }

    // ---------------------------------------------------------------- messages

    /**
     * Sends a value to a member and waits until that member has received it.
     *
     * @param value any serializable object, null, or a {@link DirectBuffer}, whose elements are sent
     * @param destination rank of the receiver; sending to oneself waits until another thread receives
     */
    public void sendSync(@Nullable Object value, int destination) {
        Messages.sendSync(destination(destination), value, destination, tag());
    }

    /**
     * Sends a value to a member without waiting for a receive, also to oneself.
     *
     * <p>Waits only for room: a member may have sent another about 16 MiB in a group (see
     * {@link tutti.messaging.config.Job#windowBytes}) that the other has not received yet; one message of any size may exceed it.
     *
     * @param value any serializable object, null, or a {@link DirectBuffer}, whose elements are sent: they are captured before this
     *     returns, so that the buffer may be written again at once
     * @param destination rank of the receiver
     */
    public void sendAsync(@Nullable Object value, int destination) {
        Messages.sendAsync(destination(destination), value, destination, tag());
    }

    /**
     * Receives the next value from a member, or from any, waiting until there is one.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}; {@link #receiveWithStatus(int)} says which it was
     * @return the value; a {@link ClassCastException} at the caller means that the sender sent another type
     */
    public <T extends @Nullable Object> T receive(int source) {
        return cast(Messages.receive(source(source), source, tag()));
    }

    /**
     * Receives the next value as {@link #receive(int)} does, and says who sent it, with which tag, and how much it was.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public <T extends @Nullable Object> Received<T> receiveWithStatus(int source) {
        return cast(Messages.receiveWithStatus(source(source), source, tag()));
    }

    /**
     * Waits until there is a message that a receive would take, and says who sent it, with which tag, and how much it is.
     *
     * <p>It stays, so another thread of the member may receive it: {@link #matchedProbe} takes it.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public Status probe(int source) {
        return Messages.probe(source(source), source, tag());
    }

    /** Says what {@link #probe} would of a message that is there now; empty if there is none. Does not wait. */
    public Optional<Status> tryProbe(int source) {
        return Optional.ofNullable(unrecorded(source).messages().probe(source, Messages.CONTEXT, tag()))
                .map(Messages::statusOf);
    }

    /**
     * Waits until there is a message, and takes it, to be received later.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public ProbedMessage matchedProbe(int source) {
        return Messages.matchedProbe(source(source), source, tag());
    }

    /** Takes a message that is there now, to be received later; empty if there is none. Does not wait. */
    public Optional<ProbedMessage> tryMatchedProbe(int source) {
        Endpoint endpoint = unrecorded(source);
        return Optional.ofNullable(endpoint.messages().tryReceive(source, Messages.CONTEXT, tag()))
                .map(message -> new ProbedMessage(endpoint, message));
    }

    /**
     * Sends a value as by {@link #sendAsync}, and receives one.
     *
     * @param destination rank of the receiver
     * @param source rank of the sender
     */
    public <T extends @Nullable Object> T sendReceive(@Nullable Object value, int destination, int source) {
        checkSource(source); // before anything is sent
        sendAsync(value, destination);
        return receive(source);
    }

    /**
     * Exchanges values with a member that calls this too, with this member as its peer.
     *
     * @param peer rank of the other; with oneself it returns a copy of the value
     * @return the peer's value
     */
    public <T extends @Nullable Object> T rendezvous(@Nullable Object value, int peer) {
        sendAsync(value, peer);
        return receive(peer);
    }

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
     * <p>A {@link DirectBuffer} is broadcast in place: its elements are sent at the root, and overwritten elsewhere with the root's.
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
     * @param rootObject divided by {@link DividableDataObject#elementAt}, once for each rank in order; ignored (and may be null)
     *     except at the root
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
     * @param rootObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order; ignored (and may be
     *     null) except at the root
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
     * <p>Member i gets part i of each object, and sets the one from rank j as element j of its result. Costs size - 1 steps.
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

    /** Collects all members' values at the root, in a list in rank order; returns null elsewhere. */
    public <T extends @Nullable Object> @Nullable List<T> gather(T value, int root) {
        return run(calls.gather(value, root));
    }

    /** Collects all members' values at every member, in a list in rank order. */
    public <T extends @Nullable Object> List<T> allGather(T value) {
        return run(calls.allGather(value));
    }

    /** Hands element i of each member's list to member i, which gets them in a list in rank order. */
    public <T extends @Nullable Object> List<T> allToAll(List<T> list) {
        return run(calls.allToAll(list));
    }

    // values travel as objects; their types are the callers' to match, as in every message
    @SuppressWarnings({"unchecked", "NullAway"})
    private static <T extends @Nullable Object> T cast(@Nullable Object value) {
        return (T) value;
    }
}

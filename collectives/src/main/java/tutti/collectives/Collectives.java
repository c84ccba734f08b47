package tutti.collectives;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;
import tutti.messaging.Label;

/**
 * The collective operations of one member in one group: chooses an algorithm for each call and runs it.
 *
 * <p>Thread-safe as far as the operations' contract goes: calls of one member in one group must come one after the other.
 * Arguments have been checked by the caller.
 */
public final class Collectives {
    /** Tag of the stream that collective operations use between two members. */
    public static final int TAG = 1;

    private static final int NO_ROOT = -1;

    private final Endpoint endpoint;
    private final AtomicLong calls = new AtomicLong();
    private final BufferCollectives buffers;

    /** Makes the operations of the member that the endpoint belongs to. */
    public Collectives(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.buffers = new BufferCollectives(endpoint, this::label);
    }

    /** Returns the operations on buffers of the same member. */
    public BufferCollectives buffers() {
        return buffers;
    }

    /** Waits until all members have come. */
    public void barrier() {
        DisseminationBarrier.run(begin(Operation.BARRIER, NO_ROOT));
    }

    /** Returns the root's value. */
    public @Nullable Object broadcast(@Nullable Object value, int root) {
        return BinomialBroadcast.run(begin(Operation.BROADCAST, root), value, root);
    }

    /** Returns the reduction of all values at the root, null elsewhere. */
    public @Nullable Object reduce(@Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        return BinomialReduce.run(begin(Operation.REDUCE, root), value, operator, root);
    }

    /** Returns the reduction of all values. */
    public @Nullable Object allReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        return TreeAllReduce.run(begin(Operation.ALL_REDUCE, NO_ROOT), value, operator);
    }

    /** Returns this member's part of the root's object. */
    public @Nullable Object scatter(@Nullable DividableDataObject<@Nullable Object> data, int root) {
        return BinomialScatter.run(begin(Operation.SCATTER, root), data, root);
    }

    /** Sets all members' values in the root's object. */
    public void gather(@Nullable DividableDataObject<@Nullable Object> target, @Nullable Object value, int root) {
        BinomialGather.run(begin(Operation.GATHER, root), target, value, root);
    }

    /** Sets all members' values in every member's object. */
    public void allGather(DividableDataObject<@Nullable Object> target, @Nullable Object value) {
        BruckAllGather.run(begin(Operation.ALL_GATHER, NO_ROOT), target, value);
    }

    /** Sets all members' parts for this one in this member's object. */
    public void allToAll(DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        PairwiseAllToAll.run(begin(Operation.ALL_TO_ALL, NO_ROOT), data, target);
    }

    private Peers begin(Operation operation, int root) {
        return new EndpointPeers(endpoint, label(operation, root));
    }

    private Label label(Operation operation, int root) {
        return new Label(operation.code(), root, calls.getAndIncrement());
    }
}

package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;

/**
 * The collective operations of one member in one group: chooses an algorithm for each call and runs it.
 *
 * <p>Those in which a thread waits for many others are written out, because each frame of a waiting virtual thread takes memory.
 *
 * <p>Thread-safe as far as the operations' contract goes: calls of one member in one group must come one after the other.
 * Arguments have been checked by the caller.
 */
public final class Collectives {
    /** Tag of the stream that collective operations use between two members. */
    public static final int TAG = 1;

    private static final int NO_ROOT = -1;

    private final Endpoint endpoint;
    private final MeetingPlace place;
    private final BufferCollectives buffers;

    /** Makes the operations of the member that the endpoint belongs to, with the standard algorithms. */
    public Collectives(Endpoint endpoint) {
        this(endpoint, AlgorithmTable.standard());
    }

    /**
     * Makes the operations of the member that the endpoint belongs to.
     *
     * @param table chooses algorithms; the same for all members of the group
     */
    public Collectives(Endpoint endpoint, AlgorithmTable table) {
        this.endpoint = endpoint;
        place = MeetingPlace.of(endpoint);
        buffers = new BufferCollectives(endpoint, place, table);
    }

    /** Returns the operations on buffers of the same member. */
    public BufferCollectives buffers() {
        return buffers;
    }

    /** Waits until all members have come. */
    public void barrier() {
        Visit visit = place.enter(endpoint, Operation.BARRIER, NO_ROOT);
        try {
            MeetingBarrier.run(visit, visit.peers());
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns the root's value. */
    public @Nullable Object broadcast(@Nullable Object value, int root) {
        Visit visit = place.enter(endpoint, Operation.BROADCAST, root);
        try {
            return MeetingBroadcast.run(visit, visit.peers(), value, root);
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns the reduction of all values at the root, null elsewhere. */
    public @Nullable Object reduce(@Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        Visit visit = place.enter(endpoint, Operation.REDUCE, root);
        try {
            return MeetingReduce.run(visit, visit.peers(), value, operator, root);
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns the reduction of all values. */
    public @Nullable Object allReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        Visit visit = place.enter(endpoint, Operation.ALL_REDUCE, NO_ROOT);
        try {
            return MeetingAllReduce.run(visit, visit.peers(), value, operator);
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns this member's part of the root's object. */
    public @Nullable Object scatter(@Nullable DividableDataObject<@Nullable Object> data, int root) {
        return call(Operation.SCATTER, root, peers -> BinomialScatter.run(peers, data, root));
    }

    /** Sets all members' values in the root's object. */
    public void gather(@Nullable DividableDataObject<@Nullable Object> target, @Nullable Object value, int root) {
        call(Operation.GATHER, root, peers -> {
            BinomialGather.run(peers, target, value, root);
            return null;
        });
    }

    /** Sets all members' values in every member's object. */
    public void allGather(DividableDataObject<@Nullable Object> target, @Nullable Object value) {
        call(Operation.ALL_GATHER, NO_ROOT, peers -> {
            BruckAllGather.run(peers, target, value);
            return null;
        });
    }

    /** Sets all members' parts for this one in this member's object. */
    public void allToAll(DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        call(Operation.ALL_TO_ALL, NO_ROOT, peers -> {
            PairwiseAllToAll.run(peers, data, target);
            return null;
        });
    }

    /** What a member does in a call that needs only messages. */
    @FunctionalInterface
    private interface Body {
        @Nullable
        Object run(Peers peers);
    }

    private @Nullable Object call(Operation operation, int root, Body body) {
        Visit visit = place.enter(endpoint, operation, root);
        try {
            return body.run(visit.peers());
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }
}

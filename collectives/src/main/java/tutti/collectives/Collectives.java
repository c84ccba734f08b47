package tutti.collectives;

import java.util.function.Supplier;
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

    /** Tag of the stream by which leaders of processes agree on memory, whatever becomes of the call in which they do. */
    static final int AGREEMENT_TAG = 2;

    private static final int NO_ROOT = -1;
    private static final int NO_OPERATOR = 0;

    private final Endpoint endpoint;
    private final MeetingPlace place;
    private final boolean verifies;
    private final BufferCollectives buffers;

    /** Makes the operations of the member that the endpoint belongs to, with the standard algorithms. */
    public Collectives(Endpoint endpoint) {
        this(endpoint, AlgorithmTable.standard(), false);
    }

    /**
     * Makes the operations of the member that the endpoint belongs to.
     *
     * @param table chooses algorithms; the same for all members of the group
     * @param verifies whether all members compare what they are about to call, before each call; the same at all members
     */
    public Collectives(Endpoint endpoint, AlgorithmTable table, boolean verifies) {
        this.endpoint = endpoint;
        this.verifies = verifies;
        place = MeetingPlace.of(endpoint);
        buffers = new BufferCollectives(endpoint, place, table, new Scratch(), this::enter);
    }

    private Collectives(Endpoint limited, Collectives whole) {
        endpoint = limited;
        place = whole.place;
        verifies = whole.verifies;
        buffers = whole.buffers.within(limited, this::enter);
    }

    /** Returns the same operations for one call that begins now. */
    public Collectives within(Endpoint limited) {
        return new Collectives(limited, this);
    }

    /** Returns the operations on buffers of the same member. */
    public BufferCollectives buffers() {
        return buffers;
    }

    /** Waits until all members have come. */
    public void barrier() {
        Visit visit = enter(Operation.BARRIER, NO_ROOT, NO_OPERATOR, Collectives::noDetails);
        try {
            MeetingBarrier.run(visit, visit.peers());
            visit.end();
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns the root's value. */
    public @Nullable Object broadcast(@Nullable Object value, int root) {
        Visit visit = enter(Operation.BROADCAST, root, NO_OPERATOR, Collectives::noDetails);
        try {
            return visit.end(MeetingBroadcast.run(visit, visit.peers(), value, root));
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns the reduction of all values at the root, null elsewhere. */
    public @Nullable Object reduce(@Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        Visit visit =
                enter(Operation.REDUCE, root, Operators.codeOf(operator), () -> Verification.describe(operator, value));
        try {
            return visit.end(MeetingReduce.run(visit, visit.peers(), value, operator, root));
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** Returns the reduction of all values. */
    public @Nullable Object allReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        Visit visit = enter(
                Operation.ALL_REDUCE,
                NO_ROOT,
                Operators.codeOf(operator),
                () -> Verification.describe(operator, value));
        try {
            return visit.end(MeetingAllReduce.run(visit, visit.peers(), value, operator));
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

    private Visit enter(Operation operation, int root, int operator, Supplier<String> details) {
        if (verifies) {
            try {
                verify(operation, root, details.get());
            } catch (MismatchedCallException e) {
                throw e;
            } catch (Throwable failure) { // others may have passed the check, and begin the call
                place.enter(endpoint, operation.code(), root, operator).abandon(failure);
                throw failure;
            }
        }
        return place.enter(endpoint, operation.code(), root, operator);
    }

    private void verify(Operation operation, int root, String details) {
        Visit visit = place.enter(endpoint, Verification.CODE, NO_ROOT, NO_OPERATOR);
        try {
            Verification.run(visit.peers(), Verification.describe(operation, root, details));
            visit.checked();
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** What a member does in a call that needs only messages. */
    @FunctionalInterface
    private interface Body {
        @Nullable
        Object run(Peers peers);
    }

    private @Nullable Object call(Operation operation, int root, Body body) {
        Visit visit = enter(operation, root, NO_OPERATOR, Collectives::noDetails);
        try {
            return visit.end(body.run(visit.peers()));
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    private static String noDetails() {
        return "";
    }
}

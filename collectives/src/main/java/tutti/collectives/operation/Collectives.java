package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.local.CallExceptions;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.local.SharedBuffers;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.OperatorCodes;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.OperationInterruptedException;

/**
 * The collective operations of one member in one group: each call is one object of a {@link Collective} class.
 *
 * <p>Thread-safe as far as the operations' contract goes: calls of one member in one group must come one after the
 * other. Ranks have been checked by the caller.
 */
public final class Collectives {
    private final Endpoint endpoint;
    private final Member member;

    /** What a member keeps from call to call. */
    private record Member(
            LocalCollectives local, AlgorithmTable table, boolean verifies, Scratch scratch, StartedCalls started) {}

    /** Makes the operations of the member that the endpoint belongs to, with the standard algorithms. */
    public Collectives(Endpoint endpoint) {
        this(endpoint, AlgorithmTable.standard(), false);
    }

    /**
     * Makes the operations of the member that the endpoint belongs to.
     *
     * @param table chooses algorithms; the same for all members of the group
     * @param verifies whether all members compare what they are about to call, before each call; the same at all
     *     members
     */
    public Collectives(Endpoint endpoint, AlgorithmTable table, boolean verifies) {
        this(endpoint, new Member(LocalCollectives.of(endpoint), table, verifies, new Scratch(), new StartedCalls()));
    }

    private Collectives(Endpoint endpoint, Member member) {
        this.endpoint = endpoint;
        this.member = member;
    }

    /** Returns the same operations for one call that begins now. */
    public Collectives within(Endpoint limited) {
        return new Collectives(limited, member);
    }

    /** Returns the member's rank. */
    int rank() {
        return endpoint.rank();
    }

    /** Returns the operations on buffers of the same member. */
    public BufferCollectives buffers() {
        return new BufferCollectives(this);
    }

    /** Waits until all members have arrived. */
    public void barrier() {
        run(new Barrier());
    }

    /** Returns the root's value. */
    public @Nullable Object broadcast(@Nullable Object value, int root) {
        return run(new Broadcast(value, root));
    }

    /** Returns the reduction of all values at the root, null elsewhere. */
    public @Nullable Object reduce(@Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        return run(new Reduce(value, operator, root));
    }

    /** Returns the reduction of all values. */
    public @Nullable Object allReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        return run(new AllReduce(value, operator));
    }

    /** Returns this member's part of the root's object. */
    public @Nullable Object scatter(@Nullable DividableDataObject<@Nullable Object> data, int root) {
        return run(new Scatter(data, root));
    }

    /** Sets all members' values in the root's object. */
    public void gather(@Nullable DividableDataObject<@Nullable Object> target, @Nullable Object value, int root) {
        run(new Gather(target, value, root));
    }

    /** Sets all members' values in every member's object. */
    public void allGather(DividableDataObject<@Nullable Object> target, @Nullable Object value) {
        run(new AllGather(target, value));
    }

    /** Returns whether all members compare what they are about to call, before each call. */
    public boolean verifies() {
        return member.verifies();
    }

    /** Sets all members' parts for this one in this member's object. */
    public void allToAll(DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        run(new AllToAll(data, target));
    }

    /**
     * Starts a call, and returns without waiting.
     *
     * <p>All members must start and call the same operations in the same order. The call begins when those that this
     * member has started before have ended; until it ends, its arguments must not change.
     */
    public <R extends @Nullable Object> StartedCall<R> start(Collective<R> collective) {
        collective.check(endpoint.rank(), endpoint.size());
        return member.started().start(isInterrupted -> run(collective, isInterrupted), collective.bufferBytes());
    }

    /** Does this member's part in a call, after those that it has started. */
    public <R extends @Nullable Object> R run(Collective<R> collective) {
        collective.check(endpoint.rank(), endpoint.size());
        member.started().awaitEnd(endpoint.requests());
        return run(collective, false);
    }

    private <R extends @Nullable Object> R run(Collective<R> collective, boolean isInterrupted) {
        CollectiveCall call = enter(collective);
        try {
            if (isInterrupted) {
                throw new OperationInterruptedException(
                        "interrupted before the call began: rank=" + rank(), new InterruptedException());
            }
            R result = perform(collective, call);
            call.end();
            return result;
        } catch (Throwable failure) {
            try {
                call.abandon(failure);
            } finally {
                SharedBuffers.revoke(call); // the memory is the caller's again when this returns
            }
            throw failure;
        }
    }

    private <R extends @Nullable Object> R perform(Collective<R> collective, CollectiveCall call) {
        try {
            return collective.run(new Invocation(call, member.scratch(), member.table()));
        } catch (ClassCastException failure) {
            throw CallExceptions.otherType(endpoint, call.label(), failure);
        }
    }

    private CollectiveCall enter(Collective<?> collective) {
        if (member.verifies()) {
            try {
                verify(collective);
            } catch (MismatchedCallException e) {
                throw e;
            } catch (Throwable failure) { // others may have passed the check, and begin the call
                begin(collective).abandon(failure);
                throw failure;
            }
        }
        return begin(collective);
    }

    private CollectiveCall begin(Collective<?> collective) {
        return enter(collective.operation().code(), collective.root(), collective.operator());
    }

    private CollectiveCall enter(int operation, int root, int operator) {
        return member.local().enter(endpoint, operation, root, operator);
    }

    private void verify(Collective<?> collective) {
        String details = collective.details();
        Edges edges = collective.edges();
        CollectiveCall call = enter(Operation.CHECK_CODE, Collective.NO_ROOT, OperatorCodes.NONE);
        try {
            CallCheck.run(
                    call,
                    CallPeers.of(call, member.scratch()),
                    CallCheck.describe(collective.operation(), collective.root(), details),
                    edges);
            call.checked();
        } catch (Throwable failure) {
            call.abandon(failure);
            throw failure;
        }
    }
}

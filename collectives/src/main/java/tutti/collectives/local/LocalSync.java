package tutti.collectives.local;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.messaging.match.Message;
import tutti.messaging.match.Payload;
import tutti.messaging.runtime.ActiveCall;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.LocalMembers;
import tutti.messaging.signature.CallSignature;

/**
 * How one member synchronizes with the other members of its process in one call.
 *
 * <p>Members arrive, one of them publishes an outcome, and they depart. A member that leaves something for others to
 * take later need not wait for them, until it has left a window's worth. Used by the member's thread.
 */
public final class LocalSync implements ActiveCall {
    /** The context of collective operations. */
    public static final int CONTEXT = 1;

    /** No particular member. */
    static final int ANY = -1;

    /** What a retained value weighs beyond its own bytes, so that a bound on bytes bounds the number of calls too. */
    private static final long OVERHEAD_BYTES = 16 * 1024;

    private final LocalGroup group;
    private final LocalFailures failures;
    private final Endpoint endpoint;
    private final Slot slot;
    private final CallState state;
    private final CallSignature label;
    private final Thread thread = Thread.currentThread();

    LocalSync(
            LocalGroup group,
            LocalFailures failures,
            Endpoint endpoint,
            Slot slot,
            CallState state,
            CallSignature label) {
        this.group = group;
        this.failures = failures;
        this.endpoint = endpoint;
        this.slot = slot;
        this.state = state;
        this.label = label;
    }

    /** Returns what the leader keeps from call to call, or null if it has made nothing. */
    public @Nullable LeaderState leaderState() {
        return group.leaderState();
    }

    LocalGroup group() {
        return group;
    }

    LocalFailures failures() {
        return failures;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public CallSignature label() {
        return label;
    }

    @Override
    public Thread thread() {
        return thread;
    }

    int rank() {
        return endpoint.rank();
    }

    /** Returns what the members of the process share in this call. */
    public CallState state() {
        return state;
    }

    /** Counts this member; returns whether all of the process have arrived now. */
    public boolean arrive() {
        return state.arrive(group.locality().indexOf(rank()), group.locality().count());
    }

    /** All members have arrived: wakes the leader that waits for them. */
    public void gathered() {
        state.setGathered();
        group.wakeLeader();
    }

    /** All members have arrived: wakes the member that waits for them. */
    public void gatheredFor(int rank) {
        state.setGathered();
        wake(rank);
    }

    /** Wakes a member of this process, to check again. */
    public void wake(int rank) {
        group.slot(rank).queue().changed();
    }

    /** Wakes all members of this process, to check again. */
    public void wakeAll() {
        group.wakeAll();
    }

    /**
     * Waits until another member calls {@link #gathered}, or has published an outcome without the leader.
     *
     * @return whether there is no outcome yet
     */
    public boolean awaitGatheredOrOutcome() {
        return await(() -> state.outcome() != null ? Boolean.FALSE : state.isGathered() ? Boolean.TRUE : null);
    }

    /** Waits until all members have arrived. */
    public void awaitGathered() {
        await(() -> state.isGathered() ? state : null);
    }

    /**
     * Tells all members how to see that what they wait for is there, before it is published; wakes none of them.
     *
     * @param outcome has what is published later; any thread calls it
     */
    public void announce(CallState.Announced outcome) {
        state.announce(outcome);
    }

    /** Gives all members what they wait for. */
    public void publish(Object outcome) {
        state.setOutcome(outcome);
        group.wakeAll();
    }

    /** Gives each member of the process, this one included, a hold on what they wait for. */
    public void publishToTake(Payload payload) {
        for (int i = 1; i < group.locality().count(); i++) {
            payload.share();
        }
        publish(payload);
    }

    /** Waits for an outcome, for which all members must arrive. */
    public Object awaitOutcome() {
        int publisher = group.locality().isWholeGroup() ? ANY : group.locality().leader();
        return endpoint.calls().await(slot.queue(), new OutcomeWait(this, publisher, ANY));
    }

    /** Waits for an outcome that one member publishes. */
    public Object awaitOutcomeOf(int rank) {
        return endpoint.calls().await(slot.queue(), new OutcomeWait(this, rank, rank));
    }

    /** Waits until a check finds something, as long as all members may still arrive. */
    public <T> T await(Supplier<@Nullable T> check) {
        return endpoint.calls().await(slot.queue(), new CheckedWait<>(this, state, check, null));
    }

    /** Waits, as the leader of this process, for other leaders, who write in memory that all share. */
    public <T> T awaitLeaders(OtherLeaders leaders, Supplier<@Nullable T> check) {
        return endpoint.calls().await(slot.queue(), new CheckedWait<>(this, state, check, leaders));
    }

    /** Waits until what this member has left in earlier calls is taken, if that is much. */
    public void awaitRoom() {
        CallState full = slot.fullUntilComplete(group.neighbours().windowBytes());
        if (full != null) {
            CheckedWait<CallState> wait = new CheckedWait<>(this, full, () -> full.isComplete() ? full : null, null);
            endpoint.calls().await(group.room(), wait);
        }
    }

    /** Leaves a payload in the call's state, for members that may come much later. */
    public void retain(Payload payload) {
        retain(LocalMembers.sizeBytes(payload));
    }

    /** Leaves so many bytes in the call's state, for members that may come much later. */
    public void retain(long bytes) {
        slot.retain(state, OVERHEAD_BYTES + bytes);
    }

    /** Counts a member that needs nothing of the state any more; returns whether it is the last. */
    public boolean depart() {
        boolean isLast = state.depart(group.locality().count());
        if (isLast) {
            complete();
        }
        return isLast;
    }

    /** Counts a member that needs nothing of the state any more; one member waits for all of them. */
    public void departFor(int rank) {
        if (depart()) {
            wake(rank);
        }
    }

    /** Departs, and waits until all members of the process have. */
    public void departTogether() {
        if (depart()) {
            wakeAll();
        }
        awaitDeparted();
    }

    /** Waits until all members of the process have departed. */
    public void awaitDeparted() {
        await(() -> state.haveAllDeparted() ? state : null);
    }

    /** Nothing that was left in the state is needed any more. */
    public void complete() {
        state.setComplete();
        group.room().changed();
    }

    /** Makes the exception of a member whose call has been ended by others. */
    RuntimeException failure() {
        CallFailure failure = state.failure();
        if (failure != null) {
            return CallExceptions.of(endpoint, label, failure);
        }
        failures.throwIfOutOfStep(
                state, rank()); // the member that ends the call for that has recalled its buffer first
        return new IllegalStateException("buffers were recalled without a failure: " + label);
    }

    @Override
    public void failed(Throwable cause) {
        failures.fail(state, CallFailure.of(endpoint, label, cause));
    }

    /**
     * Throws if the call has failed in another member, so that it ends for all, or members are in different calls.
     *
     * @throws CallFailedException if it has failed
     * @throws MismatchedCallException if members are in different calls
     */
    @Override
    public void throwIfFailed() {
        CallFailure failure = state.failure();
        if (failure != null && failure.endsCall()) {
            throw CallExceptions.of(endpoint, label, failure);
        }
        failures.throwIfOutOfStep(state, rank());
    }

    /**
     * Throws if a call that this member waits for has failed, or this call has, or members are in different calls.
     */
    void throwIfFailed(CallState awaited) {
        CallFailure failure = awaited.failure();
        if (failure != null) {
            throw CallExceptions.of(endpoint, label, failure);
        }
        throwIfFailed();
    }

    /** Throws if a member that is needed will never begin a call. */
    void throwIfAbsent(CallState awaited, int neededRank) {
        if (neededRank == ANY) {
            failures.throwIfAnyAbsent(awaited);
        } else {
            failures.throwIfAbsent(awaited, neededRank);
        }
    }

    /** Makes the exception of a member that has found a message of another call. */
    RuntimeException conflict(Message other) {
        return CallExceptions.mismatch(endpoint, label, other.source(), other.label());
    }
}

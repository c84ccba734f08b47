package tutti.collectives.local;

import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.signature.SignatureText;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.LocalListener;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.FailedCall;

/**
 * The collective calls of the members of one group that live in one process.
 *
 * <p>Each member has a {@link Slot}, which knows the {@link CallState} of the last call that the member has begun. A
 * member that begins another call than the first one gets an error, and so does the first. Thread-safe.
 */
public final class LocalCollectives implements LocalListener {
    private final LocalGroup group;
    private final LocalFailures failures;

    private LocalCollectives(LocalGroup group) {
        this.group = group;
        failures = new LocalFailures(group);
    }

    /** Returns the calls of the members that live in the process of a member. */
    public static LocalCollectives of(Endpoint endpoint) {
        endpoint.calls().nameCalls(SignatureText::of);
        return endpoint.neighbours()
                .shared(neighbours -> new LocalCollectives(new LocalGroup(neighbours, endpoint.size())));
    }

    /**
     * A member begins its next call.
     *
     * @param operation its code
     * @param operator code of the operator that all must pass, or 0
     * @throws MismatchedCallException if a member of the process has begun another call at this point, or did so
     *     earlier
     * @throws CallFailedException if the call has failed already in another member
     * @throws IllegalStateException if the member is in a call
     */
    public CollectiveCall enter(Endpoint endpoint, int operation, int root, int operator) {
        Slot slot = group.slot(endpoint.rank());
        CallState state = slot.state().next();
        CallSignature label = state.label(operation, root, operator);
        LocalSync local = new LocalSync(group, failures, endpoint, slot, state, label);
        slot.begin(endpoint, local, state);
        group.begin(endpoint.rank(), state);
        CollectiveCall call = new CollectiveCall(local);
        call.begin();
        CallState.Arrival first = state.firstOr(endpoint.rank(), label);
        if (!first.label().equals(label)) {
            MismatchedCallException found = CallExceptions.mismatch(endpoint, label, first.rank(), first.label());
            call.abandon(found);
            throw found;
        }
        failures.failIfReceived(state);
        call.throwAtEntryIfFailed();
        return call;
    }

    /** Returns which members live where. */
    public Locality locality() {
        return group.locality();
    }

    /** Returns what the leader keeps from call to call, or null if it has made nothing. */
    public @Nullable LeaderState leaderState() {
        return group.leaderState();
    }

    @Override
    public void callFailed(FailedCall failed) {
        failures.callFailed(failed);
    }

    @Override
    public void left(int rank) {
        failures.left(rank);
    }

    @Override
    public void knocked() {
        group.wakeAll(); // any of them may meet other processes for this one
    }

    @Override
    public void leaderLeft() {
        group.alarm(); // the same
    }

    @Override
    public void alarm() {
        group.alarm();
    }
}

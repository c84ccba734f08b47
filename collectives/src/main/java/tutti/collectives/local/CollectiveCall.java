package tutti.collectives.local;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.SignatureText;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * One member's part in one call of a collective operation, from begin to end: its signature, its record, and how it
 * fails.
 *
 * <p>Used by the member's thread.
 */
public final class CollectiveCall {
    private final LocalSync local;
    private final Endpoint endpoint;
    private final CallSignature label;

    CollectiveCall(LocalSync local) {
        this.local = local;
        endpoint = local.endpoint();
        label = local.label();
    }

    /**
     * Tells others, and the record of the operation, that this member has begun its call.
     *
     * @throws MismatchedCallException if members were in different calls before
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    void begin() {
        OperationRecord record = endpoint.record();
        if (record != null) {
            int operation = label.operation();
            record.begin(
                    Operation.nameOf(operation),
                    label.root(),
                    label.call(),
                    Operation.algorithmOf(operation, locality().isWholeGroup()));
        }
        try {
            endpoint.calls().begin(label);
            local.failures().throwIfOutOfStep(local.state(), rank());
        } catch (Throwable failure) {
            if (endpoint.hasLeft()) {
                local.failures().refused(rank(), local.state()); // it may have been heard of before the slot was here
            }
            ended(true);
            throw failure;
        }
    }

    /** Records the algorithm by which this member exchanges messages with others, if it sends any. */
    public void uses(String algorithm) {
        if (!locality().isWholeGroup()) {
            usesAnyway(algorithm);
        }
    }

    /** Records the algorithm of the call. */
    public void usesAnyway(String algorithm) {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.uses(algorithm);
        }
    }

    /**
     * This member's part is done.
     *
     * @throws CallFailedException if the call is known to have failed in another member
     */
    public void end() {
        local.throwIfFailed();
        ended(false);
    }

    /** The check before a call is over; the call itself follows. */
    public void checked() {
        endpoint.calls().leave();
    }

    private void ended(boolean failed) {
        endpoint.calls().leave();
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.end(failed);
        }
    }

    /**
     * Ends the call of a member that begins it when it has failed already.
     *
     * @throws CallFailedException if it has
     */
    void throwAtEntryIfFailed() {
        try {
            local.throwIfFailed();
        } catch (RuntimeException e) {
            abandon(e);
            throw e;
        }
    }

    /**
     * This member could not do its part: members who depend on it must not wait.
     *
     * @throws MismatchedCallException if the cause is that another member has gone because it was in another call
     * @throws CallFailedException if the cause is that another member has gone because the call had failed before; or a
     *     {@link BufferMismatchException} that shows that failure
     * @throws MemberFailedException the cause, if it is one that does not say yet that this call has ended with it
     */
    public void abandon(Throwable cause) {
        ended(true);
        MismatchedCallException mismatch = cause instanceof MemberFailedException ? mismatch() : null;
        Throwable known = mismatch != null ? mismatch : cause;
        if (!(known instanceof MismatchedCallException)) {
            endpoint.calls().discard(LocalSync.CONTEXT, local.state().number());
        }
        local.failures().fail(local.state(), CallFailure.of(endpoint, label, known));
        LeaderState leaderState = local.group().leaderState();
        if (leaderState != null && isLeader()) {
            leaderState.callFailed(label);
        } else if (leaderState != null) {
            leaderState.callFailedInMember(label);
        }
        if (mismatch != null) {
            throw mismatch;
        }
        if (cause instanceof MemberFailedException failed) {
            CallFailure first = local.state().failure();
            if (first != null && first.isOfCall()) { // so the other member has gone on without this one, and left
                throw first.toException(endpoint);
            }
            if (failed.operation().isEmpty()) {
                throw failed.during(SignatureText.of(label), endpoint.rank());
            }
        }
    }

    /** Returns what made the member go whose loss has ended the call, if members were in different calls; else null. */
    private @Nullable MismatchedCallException mismatch() {
        CallFailure earlier = local.failures().failureOf(local.state());
        return earlier != null && !earlier.label().equals(label)
                ? CallExceptions.mismatch(endpoint, label, earlier.rank(), earlier.label())
                : local.failures().mismatchIn(local.state(), rank());
    }

    /** Returns how the member synchronizes with the others of its process. */
    public LocalSync local() {
        return local;
    }

    /** Returns which members live where. */
    public Locality locality() {
        return local.group().locality();
    }

    /** Returns the member that calls, with the deadline of the call. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Returns what all members of the call must agree on. */
    public CallSignature label() {
        return label;
    }

    /** Returns the rank of the member. */
    public int rank() {
        return endpoint.rank();
    }

    /** Returns the position of this member among those of its process. */
    public int index() {
        return locality().indexOf(rank());
    }

    /** Returns whether this member leads its process where there is no root. */
    public boolean isLeader() {
        return locality().leader() == rank();
    }

    /** Returns whether this member leads its process in an operation with that root. */
    public boolean isLeader(int root) {
        return locality().leader(root) == rank();
    }

    /** Returns what this member keeps from call to call as the leader of its process; its first call makes it. */
    public <T extends LeaderState> T leaderState(Supplier<T> make) {
        return local.group().leaderState(make);
    }

    /** Makes an exception that shows this call and another member's. */
    public MismatchedCallException mismatch(int otherRank, CallSignature other) {
        return CallExceptions.mismatch(endpoint, label, otherRank, other);
    }

    /** Makes an exception that shows a buffer of this member and one that another has sent. */
    public BufferMismatchException unlike(int otherRank, String otherShape, DirectBuffer own) {
        return endpoint.texts().bufferMismatch(otherRank, label, otherShape, own);
    }

    /** Makes the same exception where the other has sent so many elements of a type. */
    public BufferMismatchException unlike(int otherRank, ElementType type, long length, DirectBuffer own) {
        return unlike(otherRank, "%s[%d]".formatted(type, length), own);
    }
}

package tutti.collectives.local;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.signature.FailedCall;

/**
 * What can end the calls of the members of one process early: failed calls, members that have left, members in
 * different calls.
 *
 * <p>Thread-safe. The monitor orders the first failure of a call before what other processes hear of it; it is held
 * while messaging queues that message, and no other lock of this package is taken inside.
 */
final class LocalFailures {
    private final LocalGroup group;
    private final AtomicReference<@Nullable Absence> absence = new AtomicReference<>();
    private volatile @Nullable OutOfStep outOfStep;

    /** Failures that other processes have sent, by the number of the call, until a member here begins it. */
    private final Map<Long, FailedCall> received = new ConcurrentHashMap<>();

    LocalFailures(LocalGroup group) {
        this.group = group;
    }

    /** The first call that some member will never begin, and that member. */
    private record Absence(long from, int rank) {}

    /** From which one on members were in different calls, and which these are, as the first to notice said. */
    private record OutOfStep(long from, String calls) {}

    /**
     * A member of this process could not do its part in a call; the first failure counts, and other processes hear of
     * it.
     */
    void fail(CallState state, CallFailure failure) {
        if (failFirst(state, failure)) {
            wakeAll();
        }
    }

    private void wakeAll() {
        group.alarm();
        group.neighbours().wakeMembers();
    }

    /** Tells others before a member here can know, so that none of them hears of its next call first. */
    private synchronized boolean failFirst(CallState state, CallFailure failure) {
        boolean isFirst = state.failure() == null;
        boolean isNews = failure.isOutOfStep() ? setOutOfStep(state.number(), failure) : isFirst;
        Locality locality = group.locality();
        boolean othersMayNotKnow = failure.isOfThisProcess() ? !locality.isWholeGroup() : locality.processes() > 2;
        if (isNews && failure.endsCall() && othersMayNotKnow) {
            group.neighbours().tellOthers(failure.told());
        }
        state.fail(failure);
        return isFirst || isNews;
    }

    /** A collective call has failed in a member of another process, or members were in different calls. */
    void callFailed(FailedCall failed) {
        long number = failed.call().call();
        CallFailure failure = CallFailure.of(failed);
        if (failure.isOutOfStep()) {
            if (setOutOfStep(number, failure)) {
                wakeAll();
            }
            return;
        }
        received.putIfAbsent(number, failed);
        CallState state = latestUntil(number);
        while (state != null && state.number() < number) {
            CallState next = state.nextIfBegun();
            if (next == null) {
                return; // the first member that begins the call sees what has been received
            }
            state = next.equals(state) ? latestUntil(number) : next; // where the chain is cut, members have moved on
        }
        if (state == null) {
            received.remove(number); // all members here have passed the call
        } else {
            failIfReceived(state);
        }
    }

    /** Returns the state of the latest call, up to one with a number, that is a member's last, or null. */
    private @Nullable CallState latestUntil(long number) {
        CallState latest = null;
        for (Slot slot : group.slots()) {
            CallState last = slot.state();
            if (last.number() <= number && (latest == null || last.number() > latest.number())) {
                latest = last;
            }
        }
        return latest;
    }

    /**
     * Fails a call that has failed elsewhere; called after the member's slot is at the call, because senders look at
     * slots.
     */
    void failIfReceived(CallState state) {
        if (received.isEmpty()) {
            return;
        }
        FailedCall failed = received.get(state.number());
        if (failed != null) {
            fail(state, CallFailure.of(failed));
            received.remove(state.number()); // only now: a thread that finds it too waits until the call has failed
        }
    }

    /**
     * From a call on every one ends, because members of the group were not in the same one.
     *
     * @return whether this was not known of that call
     */
    private synchronized boolean setOutOfStep(long from, CallFailure found) {
        OutOfStep known = outOfStep;
        if (known != null && known.from() <= from) {
            return false;
        }
        outOfStep = new OutOfStep(from, found.text());
        return true;
    }

    /**
     * Throws if members were in different calls, in this one or before.
     *
     * @throws MismatchedCallException that shows the calls
     */
    void throwIfOutOfStep(CallState state, int rank) {
        MismatchedCallException mismatch = mismatchIn(state, rank);
        if (mismatch != null) {
            throw mismatch;
        }
    }

    /** Returns what {@link #throwIfOutOfStep} throws, or null. */
    @Nullable
    MismatchedCallException mismatchIn(CallState state, int rank) {
        OutOfStep known = outOfStep;
        return known != null && known.from() <= state.number()
                ? new MismatchedCallException(known.calls(), rank)
                : null;
    }

    /**
     * Returns why a call has failed, or null if it has not. Where others are just being told so, this waits until it is
     * known here, too: one that was told may have left already.
     */
    synchronized @Nullable CallFailure failureOf(CallState state) {
        return state.failure();
    }

    /**
     * Throws if a member that every member waits for will never begin a call.
     *
     * @throws MemberFailedException if one has left before that call
     */
    void throwIfAnyAbsent(CallState state) {
        Absence known = absence.get();
        if (known != null && known.from() <= state.number()) {
            group.neighbours().throwIfGone(known.rank());
        }
    }

    /**
     * Throws if a member of this process will never begin a call.
     *
     * @throws MemberFailedException if it has left before that call
     */
    void throwIfAbsent(CallState state, int rank) {
        if (!group.slot(rank).hasBegun(state)) {
            group.neighbours().throwIfGone(rank);
        }
    }

    /**
     * A member of this process may not do the call that its slot is at, because it has left: a call that it had
     * started, or that another thread makes for it.
     */
    void refused(int rank, CallState state) {
        group.slot(rank).refuse(state);
        addAbsence(state.number(), rank);
        group.alarm();
    }

    /** A member of this process has left the group or failed in it. */
    void left(int rank) {
        CallState last = group.slot(rank).state();
        boolean isEarliest = addAbsence(last.number() + 1, rank);
        if (isAnyAhead(last, isEarliest, rank)) { // else no member can be waiting for this one
            group.alarm();
        }
    }

    /** Returns whether no other member was known to be absent from that call, or an earlier one. */
    private boolean addAbsence(long from, int rank) {
        Absence self = new Absence(from, rank);
        Absence before = absence.getAndAccumulate(
                self, (known, added) -> known == null || known.from() > added.from() ? added : known);
        return before == null || before.from() > from;
    }

    private static boolean isAnyAhead(CallState last, boolean isEarliest, int rank) {
        boolean isAnyAhead = false;
        CallState before = last;
        for (CallState state = last.nextIfBegun(); state != null; state = state.nextIfBegun()) {
            if (state.equals(before)) {
                return true; // the chain is cut: members, and another thread of this one, have moved on meanwhile
            }
            CallState.Arrival first = state.first();
            isAnyAhead |= isEarliest || first == null || first.label().root() == rank;
            before = state;
        }
        return isAnyAhead;
    }
}

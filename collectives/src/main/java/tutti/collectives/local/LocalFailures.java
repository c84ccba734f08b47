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
 * <p>Thread-safe. The monitor orders the first failure of an epoch before what other processes hear of it; it is held
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

    /** The first epoch that some member will never enter, and that member. */
    private record Absence(long from, int rank) {}

    /** From which epoch on members were in different calls, and what the first to notice said. */
    private record OutOfStep(long from, String text) {}

    /**
     * A member of this process could not do its part in a call; the first failure counts, and other processes hear of
     * it.
     */
    void fail(Epoch epoch, CallFailure failure) {
        if (failFirst(epoch, failure)) {
            group.alarm();
            group.neighbours().wakeMembers();
        }
    }

    /** Tells others before a member here can know, so that none of them hears of its next call first. */
    private synchronized boolean failFirst(Epoch epoch, CallFailure failure) {
        if (epoch.failure() != null) {
            return false;
        }
        Locality locality = group.locality();
        boolean othersMayNotKnow = failure.cause() != null ? !locality.isWholeGroup() : locality.processes() > 2;
        if (failure.isNews() && othersMayNotKnow) {
            group.neighbours().tellOthers(failure.told());
        }
        epoch.fail(failure);
        return true;
    }

    /** A collective call has failed in a member of another process. */
    void callFailed(FailedCall failed) {
        long number = failed.call().call();
        received.putIfAbsent(number, failed);
        Epoch epoch = null;
        boolean isNeeded = false;
        for (Slot slot : group.slots()) {
            Epoch at = slot.epoch();
            isNeeded |= at.number() <= number;
            if (at.number() <= number && (epoch == null || at.number() > epoch.number())) {
                epoch = at;
            }
        }
        while (epoch != null && epoch.number() < number) {
            epoch = epoch.nextIfEntered();
        }
        if (epoch != null) {
            failIfReceived(epoch);
        } else if (!isNeeded) {
            received.remove(number); // all members here are done with the call
        }
    }

    /**
     * Fails an epoch that has failed elsewhere; called after the member's slot is at the epoch, because senders look at
     * slots.
     */
    void failIfReceived(Epoch epoch) {
        if (received.isEmpty()) {
            return;
        }
        FailedCall failed = received.remove(epoch.number());
        if (failed != null) {
            fail(epoch, CallFailure.of(failed));
        }
    }

    /** From an epoch on every call ends, because members of the group were not in the same one. */
    void setOutOfStep(Epoch epoch, MismatchedCallException found) {
        if (outOfStep == null) {
            outOfStep = new OutOfStep(epoch.number(), String.valueOf(found.getMessage()));
        }
    }

    /**
     * Throws if members were in different calls, at this epoch or before.
     *
     * @throws MismatchedCallException that shows the calls
     */
    void throwIfOutOfStep(Epoch epoch) {
        OutOfStep known = outOfStep;
        if (known != null && known.from() <= epoch.number()) {
            throw new MismatchedCallException(known.text());
        }
    }

    /**
     * Throws if a member that every member waits for will never enter an epoch.
     *
     * @throws MemberFailedException if one has left before that epoch
     */
    void throwIfAnyAbsent(Epoch epoch) {
        Absence known = absence.get();
        if (known != null && known.from() <= epoch.number()) {
            group.neighbours().throwIfGone(known.rank());
        }
    }

    /**
     * Throws if a member of this process will never enter an epoch.
     *
     * @throws MemberFailedException if it has left before that epoch
     */
    void throwIfAbsent(Epoch epoch, int rank) {
        if (group.slot(rank).epoch().number() < epoch.number()) {
            group.neighbours().throwIfGone(rank);
        }
    }

    /** A member of this process has left the group or failed in it. */
    void left(int rank) {
        Epoch last = group.slot(rank).epoch();
        Absence self = new Absence(last.number() + 1, rank);
        Absence before = absence.getAndAccumulate(
                self, (known, added) -> known == null || known.from() > added.from() ? added : known);
        boolean isEarliest = before == null || before.from() > self.from();
        boolean isAnyAhead = false;
        for (Epoch epoch = last.nextIfEntered(); epoch != null; epoch = epoch.nextIfEntered()) {
            Epoch.Arrival first = epoch.first();
            isAnyAhead |= isEarliest || first == null || first.label().root() == rank;
        }
        if (isAnyAhead) { // else no member can be waiting for this one
            group.alarm();
        }
    }
}

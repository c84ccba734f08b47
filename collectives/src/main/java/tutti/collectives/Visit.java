package tutti.collectives;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Neighbours;
import tutti.messaging.OperationRecord;
import tutti.messaging.Payload;
import tutti.messaging.Received;
import tutti.messaging.Spot;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/** One member's part in one {@link Round}: how it arrives, waits for its neighbours, and lets them go on. */
final class Visit {
    /** What a kept value weighs beyond its own bytes, so that a bound on bytes bounds the number of rounds too. */
    private static final long OVERHEAD_BYTES = 256;

    private static final int UNKNOWN = -1; // which neighbour ends a wait

    private final MeetingPlace place;
    private final Endpoint endpoint;
    private final MeetingPlace.Seat seat;
    private final Round round;
    private final Label label;
    private final Runnable throwIfFailed = this::throwIfFailed;
    private int conflicting = -1; // rank of a member whose message belongs to another call

    Visit(MeetingPlace place, Endpoint endpoint, MeetingPlace.Seat seat, Round round, Label label) {
        this.place = place;
        this.endpoint = endpoint;
        this.seat = seat;
        this.round = round;
        this.label = label;
    }

    /**
     * Tells others, and whoever records, that this member has begun its call.
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
                    Operation.algorithmOf(operation, place.isWholeGroup()));
        }
        try {
            endpoint.begin(label);
            place.throwIfOutOfStep(round);
            endpoint.enter(label, throwIfFailed);
        } catch (Throwable failure) {
            ended(true);
            throw failure;
        }
    }

    /** Tells whoever records by which algorithm this member exchanges messages with others. */
    <A> void uses(BufferAlgorithms.Family<A> family, A algorithm) {
        OperationRecord record = endpoint.record();
        if (record != null && !place.isWholeGroup()) {
            record.uses(family.nameOf(algorithm));
        }
    }

    /** Tells whoever records that this member meets others in memory that processes share. */
    void usesSharedMemory() {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.uses(AlgorithmTable.SHARED);
        }
    }

    /**
     * This member's part is done.
     *
     * @throws CallFailedException if the call is known to have failed in another member
     */
    void end() {
        throwIfFailed();
        ended(false);
    }

    /** This member's part is done, with a result; otherwise as {@link #end()}. */
    <T extends @Nullable Object> T end(T result) {
        end();
        return result;
    }

    /** The check before a call is over; the call itself follows. */
    void checked() {
        over();
    }

    private void over() {
        endpoint.leaveCall();
        seat.end();
    }

    /** Throws if the call has failed in another member, so that nobody does any more what this one waits for. */
    private void throwIfFailed() {
        CallFailure failure = round.failure();
        if (failure != null && failure.endsCall()) {
            throw toException(failure);
        }
    }

    /**
     * Ends the call of a member that comes when it has failed already.
     *
     * @throws CallFailedException if it has
     */
    void throwAtEntryIfFailed() {
        try {
            throwIfFailed();
        } catch (RuntimeException e) {
            abandon(e);
            throw e;
        }
    }

    private void ended(boolean failed) {
        over();
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.end(failed);
        }
    }

    MeetingPlace place() {
        return place;
    }

    Round round() {
        return round;
    }

    Label label() {
        return label;
    }

    /** Returns how messages of this call reach the other members. */
    Peers peers() {
        return new EndpointPeers(endpoint, label);
    }

    /** Returns how buffers of this call reach the other members. */
    BufferPeers bufferPeers(Scratch scratch) {
        return new EndpointBufferPeers(endpoint, label, scratch);
    }

    int rank() {
        return endpoint.rank();
    }

    /** Returns the position of this member among those of its process. */
    int index() {
        return place.neighbours().indexOf(rank());
    }

    /** Returns whether this member speaks for its process with others, where no root does. */
    boolean isLeader() {
        return place.neighbours().rankAt(0) == rank();
    }

    /** Returns whether this member exchanges messages with other processes in an operation with that root. */
    boolean speaks(int root) {
        return place.speaker(root) == rank();
    }

    /** Captures a value for members of the group: only as bytes if nobody else lives here. */
    Payload capture(@Nullable Object value) {
        return place.count() > 1 ? captureForNeighbours(value) : endpoint.capture(value);
    }

    /** Captures a value for members of this process; it is encoded only when it is sent elsewhere. */
    Payload captureForNeighbours(@Nullable Object value) {
        return endpoint.capture(value, rank());
    }

    /** Makes a payload of a value that nobody else holds. */
    Payload own(@Nullable Object value) {
        return endpoint.own(value);
    }

    /** Returns what the members of this process put down in a reduction. */
    Contributions contributions(boolean inPlace, ReductionObject<@Nullable Object> operator) {
        return round.shared(() -> new Contributions(place, inPlace, operator));
    }

    /** Returns what the members of this process lend each other in an operation on buffers. */
    Lent lent() {
        return round.shared(() -> new Lent(place.count()));
    }

    /** Counts this member; returns whether all of the process have come now. */
    boolean arrive() {
        return round.arrive(index(), place.count());
    }

    /** All neighbours have come: the leader can go on. */
    void gathered() {
        round.setGathered();
        place.seat(0).spot().changed();
    }

    /** All neighbours have come: the member that waits for them can go on. */
    void gatheredFor(int rank) {
        round.setGathered();
        wake(rank);
    }

    /** Lets a member of this process look again. */
    void wake(int rank) {
        place.seat(place.neighbours().indexOf(rank)).spot().changed();
    }

    /** Waits until all neighbours have come. */
    void awaitGathered() {
        await(() -> round.isGathered() ? round : null);
    }

    /** Gives all neighbours what they wait for. */
    void publish(Object outcome) {
        round.setOutcome(outcome);
        place.wakeAll();
    }

    /** Gives each member of the process, this one included, a hold on what they wait for. */
    void publishToTake(Payload payload) {
        for (int i = 1; i < place.count(); i++) {
            payload.share();
        }
        publish(payload);
    }

    /** Waits for what a neighbour publishes, for which all neighbours must come. */
    Object awaitOutcome() {
        int publisher = place.isWholeGroup() ? UNKNOWN : place.neighbours().rankAt(0);
        return seat.spot().await(endpoint, Collectives.TAG, label, forAll(round::outcome, publisher));
    }

    /** Waits for what one neighbour publishes. */
    Object awaitOutcomeOf(int rank) {
        return seat.spot()
                .await(
                        endpoint,
                        Collectives.TAG,
                        label,
                        new Wait<>(round::outcome, () -> place.throwIfAbsent(round, rank), round, rank));
    }

    /** Waits until a look finds something, as long as all neighbours may still come. */
    <T> T await(Supplier<@Nullable T> glance) {
        return seat.spot().await(endpoint, Collectives.TAG, label, forAll(glance, UNKNOWN));
    }

    private <T> Wait<T> forAll(Supplier<@Nullable T> glance, int awaitedRank) {
        return new Wait<>(glance, () -> place.throwIfAnyAbsent(round), round, awaitedRank);
    }

    /** Waits, as the leader of this process, for those of others, who write in memory that all share. */
    <T> T awaitLeaders(Commons commons, Supplier<@Nullable T> glance) {
        return seat.spot().await(endpoint, Collectives.TAG, label, new LeadersWait<>(glance, commons));
    }

    /** Returns where the leaders of all processes meet in memory, or null if they share none; for leaders. */
    @Nullable
    Commons commons() {
        return place.commons(this);
    }

    /** Sends a value to the leader of a process beside the messages of calls, so that it arrives also if this call fails. */
    void sendToLeader(int process, String value) {
        int leader = place.leaders()[process];
        endpoint.send(leader, Collectives.AGREEMENT_TAG, Label.NONE, endpoint.capture(value, leader));
    }

    /**
     * Waits for the next value that the leader of a process has sent by {@link #sendToLeader}, in this call or an earlier one.
     *
     * @throws CallFailedException if this call fails meanwhile; the value is not lost
     */
    String receiveFromLeader(int process) {
        Received received =
                endpoint.receiveBeside(place.leaders()[process], Collectives.AGREEMENT_TAG, Collectives.TAG, label);
        if (received.label().operation() != 0) {
            throw mismatch(received.source(), received.label());
        }
        return String.valueOf(received.payload().take());
    }

    /** Waits until what this member has left in earlier rounds is taken, if that is much. */
    void awaitRoom() {
        Round full = seat.tooFullUntil(place.neighbours().windowBytes());
        if (full != null) {
            place.room()
                    .await(
                            endpoint,
                            Collectives.TAG,
                            label,
                            new Wait<>(
                                    () -> full.isComplete() ? full : null,
                                    () -> place.throwIfAnyAbsent(full),
                                    full,
                                    UNKNOWN));
        }
    }

    /** Leaves a payload of some size in the round, for neighbours who may come much later. */
    void keep(Payload payload) {
        keep(Neighbours.sizeBytes(payload));
    }

    /** Leaves so many bytes in the round, for neighbours who may come much later. */
    void keep(long bytes) {
        seat.keep(round, OVERHEAD_BYTES + bytes);
    }

    /** Counts a member that needs nothing of the round any more. */
    void pass() {
        if (round.pass(place.count())) {
            complete();
        }
    }

    /** Counts a member that needs nothing of the round any more; one member waits for all of them. */
    void passTo(int rank) {
        if (round.pass(place.count())) {
            complete();
            wake(rank);
        }
    }

    /** Waits until all members of the process have passed. */
    void awaitPassed() {
        await(() -> round.isPassed() ? round : null);
    }

    /** Puts down the result over a block for its holder. */
    void putResult(Contributions all, TreeBlocks.Block block, Contributions.Some result, int root) {
        if (all.putResult(block, result)) {
            complete();
        }
        wake(block.holder(root));
    }

    /** Nothing that was left in the round is needed any more. */
    void complete() {
        round.setComplete();
        place.room().changed();
    }

    /**
     * This member could not do its part: neighbours who depend on it must not wait.
     *
     * @throws MismatchedCallException if the cause is that a neighbour has gone because it was in another call
     * @throws MemberFailedException the cause, if it is one that does not say yet that this call has ended with it
     */
    void abandon(Throwable cause) {
        ended(true);
        CallFailure earlier = round.failure();
        if (cause instanceof MemberFailedException
                && earlier != null
                && !earlier.label().equals(label)) {
            throw mismatch(earlier.rank(), earlier.label());
        }
        if (cause instanceof MismatchedCallException mismatch) {
            place.outOfStep(round, mismatch);
            answerConflict();
        } else {
            endpoint.discard(Collectives.TAG, round.number());
        }
        place.fail(round, CallFailure.of(endpoint, label, cause));
        if (isLeader()) {
            place.leaveCommons(this);
        }
        if (cause instanceof MemberFailedException failed && failed.operation().isEmpty()) {
            throw failed.during(MismatchedCallException.text(label));
        }
    }

    /** Lets nobody begin to use a buffer that this member has lent, and waits for those who are at it; then it is its own again. */
    void recall() {
        if (round.sharedIfMade() instanceof Lent lent) {
            lent.recall();
        }
    }

    /** Makes the exception of a member whose neighbours could not go on. */
    RuntimeException failure() {
        CallFailure failure = round.failure();
        return failure == null
                ? new IllegalStateException("buffers were recalled without a failure: " + label)
                : toException(failure);
    }

    /** Makes an exception that shows a buffer of this member and one that a neighbour has put down. */
    BufferMismatchException mismatch(int otherRank, DirectBuffer sent, DirectBuffer expected) {
        return BufferMismatchException.between(endpoint, otherRank, sent.shape(), expected);
    }

    /** Makes an exception that shows a buffer of this member and one of a member elsewhere. */
    BufferMismatchException unlike(int otherRank, String otherShape, DirectBuffer own) {
        return BufferMismatchException.between(endpoint, otherRank, otherShape, own);
    }

    /** Makes the exception of a member whose contribution is not like those of all its neighbours. */
    BufferMismatchException unlike(Lent lent, DirectBuffer own) {
        int index = lent.firstUnlike(own);
        return mismatch(place.neighbours().rankAt(index), lent.loan(index).own(), own);
    }

    /** Sends a member this call's label, for the case that it waits for a message. */
    void showCallTo(int rank) {
        try {
            endpoint.send(rank, Collectives.TAG, label, endpoint.capture(null, rank));
        } catch (MemberFailedException | CallFailedException e) {
            // then it waits for nothing
        }
    }

    /** Sends this call's label to a member whose message has shown that it is in another call: this one may have sent nothing. */
    private void answerConflict() {
        if (conflicting >= 0) {
            showCallTo(conflicting);
        }
    }

    /** Makes an exception that shows this call and another member's. */
    MismatchedCallException mismatch(int otherRank, Label other) {
        return MismatchedCallException.between(endpoint, label, otherRank, other);
    }

    private RuntimeException toException(CallFailure failure) {
        return failure.label().equals(label)
                ? failure.toException(endpoint)
                : mismatch(failure.rank(), failure.label());
    }

    /** A wait for something in a round. */
    private class Wait<T> implements Spot.Awaited<T> {
        private final Supplier<@Nullable T> glance;
        private final Runnable throwIfAbsent;
        private final Round awaited;
        private final int awaitedRank;

        Wait(Supplier<@Nullable T> glance, Runnable throwIfAbsent, Round awaited, int awaitedRank) {
            this.glance = glance;
            this.throwIfAbsent = throwIfAbsent;
            this.awaited = awaited;
            this.awaitedRank = awaitedRank;
        }

        @Override
        public int awaitedRank() {
            return awaitedRank;
        }

        @Override
        public @Nullable T glance() {
            return glance.get();
        }

        @Override
        public @Nullable T look() {
            T value = glance.get();
            if (value != null) {
                return value;
            }
            try {
                CallFailure failure = awaited.failure();
                if (failure != null) {
                    throw toException(failure);
                }
                throwIfFailed();
                place.throwIfOutOfStep(awaited);
                throwIfAbsent.run();
                return null;
            } catch (TuttiException e) {
                value = glance.get(); // it may have come before the member went
                if (value == null) {
                    throw e;
                }
                return value;
            }
        }

        @Override
        public RuntimeException conflict(Received other) {
            conflicting = other.source();
            return mismatch(other.source(), other.label());
        }

        @Override
        public String describe() {
            return "neighbours: here rank=%d called %s; %s"
                    .formatted(rank(), MismatchedCallException.text(label), endpoint.describe(rank()));
        }
    }

    /** A wait for the leaders of other processes. */
    private final class LeadersWait<T> extends Wait<T> {
        private final Commons commons;

        LeadersWait(Supplier<@Nullable T> glance, Commons commons) {
            super(glance, () -> commons.throwIfAbsent(Visit.this), round, UNKNOWN);
            this.commons = commons;
        }

        @Override
        public boolean isForOthers() {
            return true;
        }

        @Override
        public void goingToSleep() {
            commons.setAsleep(true);
        }

        @Override
        public void awake() {
            commons.setAsleep(false);
        }

        @Override
        public String describe() {
            return "other processes: here rank=%d called %s; %s"
                    .formatted(rank(), MismatchedCallException.text(label), endpoint.describe(rank()));
        }
    }
}

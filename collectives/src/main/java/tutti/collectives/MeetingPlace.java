package tutti.collectives;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;
import tutti.messaging.FailedCall;
import tutti.messaging.Gathering;
import tutti.messaging.Label;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Neighbours;
import tutti.messaging.Spot;

/**
 * Where the members of one group that live in one process meet in collective operations, through their common memory.
 *
 * <p>Each member has a seat, which knows the last {@link Round} that the member has come to. Whoever comes to a round of another
 * call than the first did is told so, and so is the first.
 */
final class MeetingPlace implements Gathering {
    private final Neighbours neighbours;
    private final int[] leaders;
    private final TreeBlocks blocks;
    private final boolean isRegular;
    private final boolean isEven;
    private final boolean mayShare;
    private volatile boolean haveAgreed; // whether to meet in memory
    private volatile @Nullable Commons commons;
    private final CommonsAgreement agreement; // used by the leader alone
    private long lastFailed = -1; // number of the leader's last failed call that may have used the memory; as above
    private final Seat[] seats;
    private final Spot room;
    private final AtomicReference<@Nullable Absence> absence = new AtomicReference<>();
    private volatile @Nullable OutOfStep outOfStep;

    /** Failures of which other processes have told, by the number of the call, until a member here comes to it. */
    private final Map<Long, FailedCall> told = new ConcurrentHashMap<>();

    private MeetingPlace(Neighbours neighbours, int groupSize) {
        this.neighbours = neighbours;
        leaders = neighbours.leaders();
        blocks = TreeBlocks.of(neighbours.ranks(), groupSize);
        int share = leaders.length == 1 ? groupSize : leaders[1] - leaders[0];
        boolean isInOrder = isInOrder(neighbours, share, groupSize);
        isRegular = isInOrder && (leaders.length == 1 || Integer.bitCount(share) == 1);
        isEven = isInOrder && groupSize % share == 0;
        mayShare = leaders.length > 1 && leaders.length <= Commons.MOST_PROCESSES && neighbours.areOnOneHost();
        room = neighbours.newSpot();
        agreement = new CommonsAgreement(neighbours, leaders.length);
        seats = new Seat[neighbours.count()];
        Round beforeFirst = new Round(-1);
        for (int index = 0; index < seats.length; index++) {
            seats[index] = new Seat(neighbours.newSpot(), beforeFirst);
        }
    }

    /** Returns whether each process hosts so many consecutive ranks, where the last may host fewer. */
    private static boolean isInOrder(Neighbours neighbours, int share, int groupSize) {
        for (int rank = 0; rank < groupSize; rank++) {
            if (neighbours.processOf(rank) != rank / share) {
                return false;
            }
        }
        return true;
    }

    /** The first round to which some member will never come, and that member. */
    private record Absence(long from, int rank) {}

    /** From which round on members were in different calls, and what the first to notice said. */
    private record OutOfStep(long from, String text) {}

    /** The thread that is in a member's call. */
    private record Inside(Thread thread, Label call) {}

    /** One member's place. */
    static final class Seat {
        private final Spot spot;
        private volatile Round round;
        private long
                keptBytes; // put down since the member last found all its rounds complete; used by the member alone
        private @Nullable Round lastKept;
        private final AtomicReference<@Nullable Inside> inside = new AtomicReference<>();

        Seat(Spot spot, Round round) {
            this.spot = spot;
            this.round = round;
        }

        Spot spot() {
            return spot;
        }

        /**
         * The member begins a call.
         *
         * @throws IllegalStateException if it is in one already
         */
        void begin(Endpoint member, Label call) {
            Inside known = inside.get();
            if (known != null || !inside.compareAndSet(null, new Inside(Thread.currentThread(), call))) {
                throw twice(member, call, inside.get());
            }
        }

        private static IllegalStateException twice(Endpoint member, Label call, @Nullable Inside known) {
            String own = Operation.nameOf(call.operation());
            String other = known == null ? "another" : MismatchedCallException.text(known.call());
            return new IllegalStateException(
                    known != null && known.thread().equals(Thread.currentThread())
                            ? "%s inside %s: here %s; an operator, a dividable object or a class that is read must not call operations of its own group"
                                    .formatted(own, other, member.describe(member.rank()))
                            : "two threads of one member are in collective operations at once: %s by thread=%s, %s by thread=%s: here %s; let one thread call them, one after the other"
                                    .formatted(
                                            other,
                                            known == null ? "?" : known.thread().getName(),
                                            own,
                                            Thread.currentThread().getName(),
                                            member.describe(member.rank())));
        }

        /** The member's call has ended. */
        void end() {
            inside.set(null);
        }

        /** Notes that the member leaves something in a round, for others to take later. */
        void keep(Round in, long bytes) {
            keptBytes += bytes;
            lastKept = in;
        }

        /** Returns the round that must be complete before the member may leave more, or null if it may. */
        @Nullable
        Round tooFullUntil(long windowBytes) {
            if (keptBytes < windowBytes) {
                return null;
            }
            keptBytes = 0;
            return lastKept;
        }
    }

    /** Returns the place of a member's process. */
    static MeetingPlace of(Endpoint endpoint) {
        endpoint.nameCalls(MismatchedCallException::text);
        return endpoint.neighbours().shared(neighbours -> new MeetingPlace(neighbours, endpoint.size()));
    }

    /**
     * A member begins its next call.
     *
     * @param operation its code
     * @param operator code of the operator that all must pass, or 0
     * @throws MismatchedCallException if a neighbour has begun another call at this point, or did so earlier
     * @throws CallFailedException if the call has failed already in another member
     * @throws IllegalStateException if the member is in a call
     */
    Visit enter(Endpoint endpoint, int operation, int root, int operator) {
        Seat seat = seats[neighbours.indexOf(endpoint.rank())];
        Round round = seat.round.following();
        Label label = new Label(operation, root, round.number(), operator);
        seat.begin(endpoint, label);
        seat.round = round;
        Visit visit = new Visit(this, endpoint, seat, round, label);
        visit.begin();
        Round.Comer first = round.firstOr(endpoint.rank(), label);
        if (!first.label().equals(label)) {
            MismatchedCallException found = visit.mismatch(first.rank(), first.label());
            visit.abandon(found);
            visit.showCallTo(first.rank());
            throw found;
        }
        if (!told.isEmpty()) { // looked at after the seat is at the round, as it is written before seats are looked at
            failIfTold(round);
        }
        visit.throwAtEntryIfFailed();
        return visit;
    }

    /** A member of this process could not do its part in a call; the first to fail counts, and is told to the other processes. */
    void fail(Round round, CallFailure failure) {
        if (failFirst(round, failure)) {
            alarm();
            neighbours.wakeMembers();
        }
    }

    /** Tells others before a member here can know, so that none of them hears of its next call first. */
    private synchronized boolean failFirst(Round round, CallFailure failure) {
        if (round.failure() != null) {
            return false;
        }
        boolean othersMayNotKnow = failure.cause() != null ? !isWholeGroup() : leaders.length > 2;
        if (failure.isNews() && othersMayNotKnow) {
            neighbours.tellOthers(failure.told());
        }
        round.fail(failure);
        return true;
    }

    @Override
    public void callFailed(FailedCall failed) {
        told.putIfAbsent(failed.call().call(), failed);
        long number = failed.call().call();
        Round round = null;
        boolean isNeeded = false;
        for (Seat seat : seats) {
            Round at = seat.round;
            isNeeded |= at.number() <= number;
            if (at.number() <= number && (round == null || at.number() > round.number())) {
                round = at;
            }
        }
        while (round != null && round.number() < number) {
            round = round.followingIfEntered();
        }
        if (round != null) {
            failIfTold(round);
        } else if (!isNeeded) {
            told.remove(number); // all members here are done with the call
        }
    }

    private void failIfTold(Round round) {
        FailedCall failed = told.remove(round.number());
        if (failed != null) {
            fail(round, CallFailure.of(failed));
        }
    }

    /** From a round on every call ends, because members of the group were not in the same one. */
    void outOfStep(Round round, MismatchedCallException found) {
        if (outOfStep == null) {
            outOfStep = new OutOfStep(round.number(), String.valueOf(found.getMessage()));
        }
    }

    /**
     * Throws if members were in different calls, at this round or before.
     *
     * @throws MismatchedCallException that shows the calls
     */
    void throwIfOutOfStep(Round round) {
        OutOfStep known = outOfStep;
        if (known != null && known.from() <= round.number()) {
            throw new MismatchedCallException(known.text());
        }
    }

    Neighbours neighbours() {
        return neighbours;
    }

    /** Returns how many members live in this process. */
    int count() {
        return seats.length;
    }

    /** Returns the lowest rank of each process, ascending. */
    int[] leaders() {
        return leaders;
    }

    /** Returns the rank that exchanges messages for this process in an operation with a root. */
    int speaker(int root) {
        return speakerOf(neighbours.process(), root);
    }

    /** Returns the rank that does so for a process: the root if it lives there, else the lowest. */
    int speakerOf(int process, int root) {
        return neighbours.processOf(root) == process ? root : leaders[process];
    }

    /** Returns whether every member of the group lives in this process. */
    boolean isWholeGroup() {
        return leaders.length == 1;
    }

    /**
     * Returns whether the processes host equally many consecutive ranks, a power of two of them; the last may host fewer.
     *
     * <p>Then each process is one block of the tree, and what the blocks combine to has the brackets of a tree over the processes.
     */
    boolean isRegular() {
        return isRegular;
    }

    /** Returns whether all processes host equally many consecutive ranks. */
    boolean isEven() {
        return isEven;
    }

    /**
     * Returns where the leaders of all processes meet in memory; the first call makes it.
     *
     * <p>Called by the leader, in calls in which all leaders do the same.
     *
     * @return null if the processes can't share memory
     */
    @Nullable
    Commons commons(Visit visit) {
        if (!mayShare) {
            return null;
        }
        Commons known = commons;
        if (known != null && known.isClosedBefore(visit)) {
            forgetCommons();
        }
        while (!haveAgreed) {
            agree(visit);
        }
        return commons;
    }

    private void agree(Visit visit) {
        CommonsLayout layout = new CommonsLayout(leaders.length);
        CommonsAgreement.Agreed agreed = agreement.run(visit, CommonsAgreement.Kind.SMALL, layout.bytes());
        MemorySegment memory = agreed.memory();
        Commons made = memory == null ? null : new Commons(agreement, layout, memory, neighbours.process());
        if (made != null && agreed.call() <= lastFailed) {
            made.close(
                    visit,
                    lastFailed); // others may have used it in a call that had failed here before this leader knew of it
        } else {
            commons = made;
            haveAgreed = true;
        }
    }

    /** The leader's call has failed, so that it may not have done all steps that others have done. */
    void leaveCommons(Visit visit) {
        if (!Operation.mayMeetInCommons(visit.label().operation())) {
            return;
        }
        lastFailed = visit.label().call();
        Commons known = commons;
        if (known != null) {
            known.close(visit, lastFailed);
            forgetCommons();
        }
    }

    private void forgetCommons() {
        commons = null;
        haveAgreed = false;
    }

    /** Returns whether the leaders of all processes have come to meet in memory. */
    boolean hasCommons() {
        return commons != null;
    }

    TreeBlocks blocks() {
        return blocks;
    }

    Seat seat(int index) {
        return seats[index];
    }

    /** Where those wait who have put down as much as they may. */
    Spot room() {
        return room;
    }

    /** Wakes all who wait for a round's outcome. */
    void wakeAll() {
        for (Seat seat : seats) {
            seat.spot.changed();
        }
    }

    /**
     * Throws if a member that every member waits for will never come to a round.
     *
     * @throws MemberFailedException if one has left before that round
     */
    void throwIfAnyAbsent(Round round) {
        Absence known = absence.get();
        if (known != null && known.from() <= round.number()) {
            neighbours.throwIfGone(known.rank());
        }
    }

    /**
     * Throws if a member of this process will never come to a round.
     *
     * @throws MemberFailedException if it has left before that round
     */
    void throwIfAbsent(Round round, int rank) {
        if (seats[neighbours.indexOf(rank)].round.number() < round.number()) {
            neighbours.throwIfGone(rank);
        }
    }

    @Override
    public void left(int rank) {
        Round last = seats[neighbours.indexOf(rank)].round;
        Absence self = new Absence(last.number() + 1, rank);
        Absence before = absence.getAndAccumulate(
                self, (known, added) -> known == null || known.from() > added.from() ? added : known);
        boolean isEarliest = before == null || before.from() > self.from();
        boolean somebodyIsAhead = false;
        for (Round round = last.followingIfEntered(); round != null; round = round.followingIfEntered()) {
            Round.Comer first = round.first();
            somebodyIsAhead |= isEarliest || first == null || first.label().root() == rank;
        }
        if (somebodyIsAhead) { // else nobody can be waiting for this one
            alarm();
        }
    }

    @Override
    public void knocked() {
        seats[0].spot.changed();
    }

    @Override
    public void leaderLeft() {
        seats[0].spot.alarm();
    }

    @Override
    public void alarm() {
        room.alarm();
        for (Seat seat : seats) {
            seat.spot.alarm();
        }
    }
}

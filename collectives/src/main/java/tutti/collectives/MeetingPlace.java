package tutti.collectives;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;
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
    private final Seat[] seats;
    private final Spot room;
    private final AtomicReference<@Nullable Absence> absence = new AtomicReference<>();
    private volatile @Nullable OutOfStep outOfStep;

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

    /** One member's place. */
    static final class Seat {
        private final Spot spot;
        private volatile Round round;
        private long
                keptBytes; // put down since the member last found all its rounds complete; used by the member alone
        private @Nullable Round lastKept;

        Seat(Spot spot, Round round) {
            this.spot = spot;
            this.round = round;
        }

        Spot spot() {
            return spot;
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
     */
    Visit enter(Endpoint endpoint, int operation, int root, int operator) {
        Seat seat = seats[neighbours.indexOf(endpoint.rank())];
        Round round = seat.round.following();
        seat.round = round;
        Label label = new Label(operation, root, round.number(), operator);
        Visit visit = new Visit(this, endpoint, seat, round, label);
        visit.begin();
        Round.Comer first = round.firstOr(endpoint.rank(), label);
        if (!first.label().equals(label)) {
            MismatchedCallException found = visit.mismatch(first.rank(), first.label());
            visit.abandon(found);
            visit.showCallTo(first.rank());
            throw found;
        }
        return visit;
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
        if (!haveAgreed) {
            commons = CommonsAgreement.run(neighbours, visit.leaderPeers());
            haveAgreed = true;
        }
        return commons;
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

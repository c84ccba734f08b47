package tutti.group;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.Shrink;
import tutti.group.proto.ShrinkReport;
import tutti.group.proto.ShrinkSilent;

/**
 * One process' part in the agreement who survives a broken group.
 *
 * <p>The lowest process of the group that is not lost coordinates: it calls for reports, proposes the survivors, and decides when
 * all their processes have opened the mailboxes. When it is lost the next one begins anew, and takes over what has been decided.
 * ADR 21 has the protocol and its failure cases.
 *
 * <p>Knows nothing of threads, sockets and time, so that tests can run it in any order of events. Not thread-safe.
 */
final class Shrinking {
    private static final Pattern SHRUNK = Pattern.compile("(.*)#(\\d{1,8})");

    /** Of more, not each that calls is told of at once: a process may have 100,000. */
    private static final int TOLD_SINGLY = 16;

    private final GroupDescription old;
    private final Outside outside;
    private final int self;
    private final int[] hosts; // ascending
    private final BitSet waiting; // ranks here that have neither called nor gone
    private final BitSet called = new BitSet(); // ranks here that have called and not gone
    /** What those have promised themselves to that wait for a decision to be told by this process. */
    private final Map<Integer, Ballot> relying = new HashMap<>();

    private Ballot promised = Ballot.NONE;
    private int coordinator = Ballot.NONE.coordinator(); // whom this process relies on
    private @Nullable ShrinkTally tally; // while this process coordinates
    private @Nullable GroupDescription open; // proposed, and its mailboxes are open
    private @Nullable GroupDescription decided;
    private Ballot decidedIn = Ballot.NONE;

    /** What the protocol needs of its process. */
    interface Outside {
        /** Returns the index of this process. */
        int process();

        boolean isLost(int process);

        /** Sends to a process, perhaps this one; what a lost one should get is dropped. */
        void send(int process, Shrink message);

        /** Returns an identity that no group of the job has had. */
        long newGroupId();

        /** Ends all operations of the old group here. */
        void revoke();

        /** Opens the mailboxes of this process' members of a group that may come. */
        void open(GroupDescription proposed);

        /** Gives up a group whose mailboxes were opened; whoever takes it for decided must learn that. */
        void abandon(GroupDescription proposed);

        /** Has the old group's members here go on in a group, or none of them if they are not in it. */
        void decided(GroupDescription group);

        /** Says who is awaited. */
        void silent(List<Integer> ranks);
    }

    /**
     * Takes part in a shrink.
     *
     * @param alive ranks of this process that have not left or failed
     */
    Shrinking(GroupDescription old, BitSet alive, Outside outside) {
        this.old = old;
        this.outside = outside;
        self = outside.process();
        hosts = hosts(old).stream().toArray();
        waiting = (BitSet) alive.clone();
    }

    /** A member here wants the group to be shrunk, and waits. */
    void called(int rank) {
        if (waiting.get(rank)) {
            waiting.clear(rank);
            called.set(rank);
        }
        if (coordinator == Ballot.NONE.coordinator()) {
            outside.revoke();
            seek();
        } else {
            reportChange();
        }
    }

    /** A member here has left or failed. */
    void gone(int rank) {
        waiting.clear(rank);
        called.clear(rank);
        reportChange();
    }

    /** A process was lost, and all that came from it has been heard. */
    void lost(int process) {
        if (decided != null) {
            return;
        }
        if (coordinator != Ballot.NONE.coordinator() && isLost(coordinator)) {
            seek();
        } else {
            report();
            advance();
        }
    }

    /** Finds out who is awaited, if there is somebody to ask. */
    void askWhoIsSilent() {
        if (coordinator != Ballot.NONE.coordinator()) {
            send(coordinator, Shrink.newBuilder().setAsk(true));
        }
    }

    void hear(int from, Shrink message) {
        if (isLost(from)) {
            return;
        }
        Ballot ballot = Ballot.of(message.getBallot());
        switch (message.getKindCase()) {
            case SEEK -> onSeek(from, ballot);
            case CALL -> onCall(from, ballot);
            case REPORT -> onReport(from, ballot, message.getReport());
            case PROPOSE -> onPropose(from, ballot, message.getPropose());
            case ACCEPT -> onAccept(from, ballot, message.getAccept());
            case DECIDE -> onDecide(ballot, message.getDecide());
            case STALE -> onStale(from, ballot);
            case ASK -> onAsk(from);
            case SILENT -> outside.silent(message.getSilent().getRanksList());
            case KIND_NOT_SET -> throw new IllegalArgumentException("empty message about a shrink: process=" + from);
        }
    }

    // ---------------------------------------------------------------- taking part

    /** Turns to the lowest process that is not lost. */
    private void seek() {
        coordinator = IntStream.of(hosts)
                .filter(process -> !isLost(process))
                .findFirst()
                .orElse(self);
        if (coordinator == self) {
            coordinate(promised.round() + 1);
        } else {
            send(coordinator, Shrink.newBuilder().setSeek(true).setBallot(promised.message()));
        }
    }

    private void onCall(int from, Ballot ballot) {
        if (takesPart(from, ballot)) {
            promised = ballot;
            coordinator = from;
            if (tally != null && !tally.ballot().equals(ballot)) {
                tally = null;
            }
            outside.revoke();
            report();
        }
    }

    private void onPropose(int from, Ballot ballot, GroupDescription proposal) {
        if (takesPart(from, ballot)) {
            abandonOpen();
            open = proposal;
            outside.open(proposal);
            send(from, Shrink.newBuilder().setBallot(ballot.message()).setAccept(proposal.getId()));
        }
    }

    /** Refuses what is over or outdated, and says so. */
    private boolean takesPart(int from, Ballot ballot) {
        if (decided != null) {
            tellDecision(from, ballot);
        } else if (ballot.compareTo(promised) < 0) {
            relying.put(from, ballot);
            send(from, Shrink.newBuilder().setStale(true).setBallot(promised.message()));
        } else {
            return true;
        }
        return false;
    }

    private void reportChange() {
        if (waiting.cardinality() < TOLD_SINGLY) {
            report();
        }
    }

    /** Tells the coordinator how things are here. */
    private void report() {
        if (decided == null && promised.compareTo(Ballot.NONE) > 0) {
            ShrinkReport.Builder report = ShrinkReport.newBuilder();
            called.stream().forEach(report::addCalled);
            waiting.stream().forEach(report::addSilent);
            IntStream.of(hosts).filter(this::isLost).forEach(report::addLost);
            send(
                    promised.coordinator(),
                    Shrink.newBuilder().setBallot(promised.message()).setReport(report));
        }
    }

    /**
     * What was decided in an attempt is no longer believed after a promise to a later one: its coordinator has been told that nothing
     * is decided here, and may come to another decision.
     */
    private void onDecide(Ballot ballot, GroupDescription group) {
        if (decided == null && ballot.compareTo(promised) >= 0) {
            decide(group, ballot);
        }
    }

    /** Those who may not hear it from the coordinator are told by everybody. */
    private void decide(GroupDescription group, Ballot ballot) {
        decided = group;
        decidedIn = ballot;
        BitSet told = tally != null ? new BitSet() : hosts(group); // a coordinator tells all
        tally = null;
        relying.keySet().forEach(told::clear);
        IntStream.of(hosts)
                .filter(process -> process != self && !isLost(process) && !told.get(process))
                .forEach(process -> tellDecision(process, relying.getOrDefault(process, Ballot.NONE)));
        if (open != null && open.getId() != group.getId()) {
            abandonOpen();
        }
        outside.decided(group);
    }

    /** Tells a process that has promised itself to an attempt, and would not believe what was decided in an earlier one. */
    private void tellDecision(int process, Ballot promisedThere) {
        if (decided != null) {
            Ballot believed = promisedThere.compareTo(decidedIn) > 0 ? promisedThere : decidedIn;
            send(process, Shrink.newBuilder().setBallot(believed.message()).setDecide(decided));
        }
    }

    private void abandonOpen() {
        if (open != null) {
            outside.abandon(open);
            open = null;
        }
    }

    // ---------------------------------------------------------------- coordinating

    private void onSeek(int from, Ballot ballot) {
        if (decided != null) {
            tellDecision(from, ballot);
        } else if (tally != null ? ballot.compareTo(tally.ballot()) > 0 : isToCoordinate(from)) {
            coordinate(Math.max(ballot.round(), promised.round()) + 1);
        } else { // there is an attempt already
            relying.put(from, ballot);
        }
    }

    /** Returns whether there is nobody else on whom this process can rely. */
    private boolean isToCoordinate(int asking) {
        return coordinator == Ballot.NONE.coordinator() || coordinator == asking || isLost(coordinator);
    }

    private void coordinate(long round) {
        Ballot ballot = new Ballot(round, self);
        tally = new ShrinkTally(old, ballot);
        promised = ballot;
        coordinator = self;
        IntStream.of(hosts)
                .filter(process -> !isLost(process))
                .forEach(process -> send(
                        process, Shrink.newBuilder().setBallot(ballot.message()).setCall(true)));
    }

    private void onReport(int from, Ballot ballot, ShrinkReport report) {
        if (tally != null && tally.ballot().equals(ballot)) {
            tally.report(from, report);
            advance();
        }
    }

    private void onAccept(int from, Ballot ballot, long proposalId) {
        if (tally != null && tally.ballot().equals(ballot)) {
            tally.accept(from, proposalId);
            advance();
        }
    }

    /** Another coordinator came later; the lower of the two goes on. */
    private void onStale(int from, Ballot later) {
        if (tally == null || later.compareTo(tally.ballot()) <= 0) {
            return;
        }
        if (later.coordinator() < self) {
            tally = null;
            promised = later;
            coordinator = isLost(later.coordinator()) ? from : later.coordinator();
            // so that it tells what has been decided, and its loss is noticed
            send(coordinator, Shrink.newBuilder().setSeek(true).setBallot(later.message()));
        } else {
            coordinate(later.round() + 1);
        }
    }

    private void onAsk(int from) {
        if (tally != null) {
            ShrinkSilent.Builder silent = ShrinkSilent.newBuilder();
            tally.silent(this::isLost).stream().forEach(silent::addRanks);
            send(from, Shrink.newBuilder().setSilent(silent));
        }
    }

    /** Proposes and decides as soon as it can be done. */
    private void advance() {
        ShrinkTally current = tally;
        if (current == null || !current.silent(this::isLost).isEmpty()) {
            return;
        }
        List<MemberReference> survivors = current.survivors(this::isLost);
        GroupDescription proposal = current.proposal(survivors, () -> propose(survivors, current.ballot()));
        if (current.isAccepted()) {
            decide(proposal, current.ballot());
        }
    }

    private GroupDescription propose(List<MemberReference> survivors, Ballot ballot) {
        GroupDescription proposal = GroupDescription.newBuilder()
                .setId(outside.newGroupId())
                .setName(nameAfter(old.getName()))
                .addAllMembers(survivors)
                .build();
        hosts(proposal).stream()
                .forEach(process -> send(
                        process, Shrink.newBuilder().setBallot(ballot.message()).setPropose(proposal)));
        return proposal;
    }

    // ---------------------------------------------------------------- tools

    /** Returns "name#1" after "name", and then "name#2". */
    private static String nameAfter(String name) {
        Matcher shrunk = SHRUNK.matcher(name);
        return shrunk.matches() ? shrunk.group(1) + "#" + (Integer.parseInt(shrunk.group(2)) + 1) : name + "#1";
    }

    private boolean isLost(int process) {
        return process != self && outside.isLost(process);
    }

    private void send(int process, Shrink.Builder message) {
        outside.send(process, message.setGroup(old).build());
    }

    static BitSet hosts(GroupDescription group) {
        BitSet hosts = new BitSet();
        group.getMembersList().forEach(member -> hosts.set(member.getProcess()));
        return hosts;
    }
}

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
import tutti.group.proto.ShrinkAccepted;
import tutti.group.proto.ShrinkIsolated;
import tutti.group.proto.ShrinkReport;
import tutti.group.proto.ShrinkSilent;

/**
 * One process' part in the agreement who survives a broken group.
 *
 * <p>The lowest process of the group that is not lost coordinates: it calls for reports, proposes the survivors, and decides when
 * all their processes have opened the mailboxes. When it is lost the next one begins anew, and takes over what has been decided.
 * A part of the processes decides only if no other part can: see {@link #mayGoOn}. ADRs 21 and 42 have the protocol and its failure
 * cases.
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
    private @Nullable ShrinkAccepted accepted; // the last proposal, whether this process is in it or not
    private boolean hasCoordinated;
    private boolean isolated; // the members here may not go on
    private @Nullable GroupDescription decided;
    private Ballot decidedIn = Ballot.NONE;

    /** What the protocol needs of its process. */
    interface Outside {
        /** Returns the index of this process. */
        int process();

        boolean isLost(int process);

        /** Returns whether a lost process is known to have ended, so that its members go on nowhere. */
        boolean hasEnded(int process);

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

        /** Ends the part of the members here: too few processes are reached, and others may go on. */
        void isolated(BitSet reached);

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
        if (isolated) {
            report();
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
            case PROPOSE -> onPropose(from, ballot, message.getPropose(), message.getRepeated());
            case ACCEPT -> onAccept(from, ballot, message.getAccept());
            case DECIDE -> onDecide(ballot, message.getDecide());
            case STALE -> onStale(from, ballot);
            case ASK -> onAsk(from);
            case ISOLATED -> onIsolated(from, ballot, message.getIsolated());
            case SILENT -> outside.silent(message.getSilent().getRanksList());
            case KIND_NOT_SET -> throw new IllegalArgumentException("empty message about a shrink: process=" + from);
        }
    }

    // ---------------------------------------------------------------- taking part

    /** Turns to the lowest process that is not lost. */
    private void seek() {
        coordinator = lowest();
        if (coordinator == self) {
            coordinate(promised.round() + 1);
        } else {
            send(coordinator, Shrink.newBuilder().setSeek(true).setBallot(promised.message()));
        }
    }

    private int lowest() {
        return IntStream.of(hosts)
                .filter(process -> !isLost(process))
                .findFirst()
                .orElse(self);
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

    private void onPropose(int from, Ballot ballot, GroupDescription proposal, boolean repeated) {
        if (takesPart(from, ballot)) {
            accepted = ShrinkAccepted.newBuilder()
                    .setBallot(ballot.message())
                    .setGroup(proposal)
                    .setRepeated(repeated)
                    .build();
            if (open == null || open.getId() != proposal.getId()) {
                abandonOpen();
                if (hosts(proposal).get(self) && !isolated) {
                    open = proposal;
                    outside.open(proposal);
                }
            }
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
            if (accepted != null) {
                report.setAccepted(accepted);
            }
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
        BitSet told =
                hasCoordinated ? new BitSet() : hosts(group); // others may still rely on a coordinator, which tells all
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

    /**
     * The coordinator reaches too few. Another one that this process has not lost may reach more; else the members here may not go on.
     * The process still votes for others.
     */
    private void onIsolated(int from, Ballot ballot, ShrinkIsolated message) {
        if (decided != null || isolated || ballot.compareTo(promised) < 0) {
            return;
        }
        if (lowest() != from) {
            seek();
            return;
        }
        isolated = true;
        waiting.clear();
        called.clear();
        abandonOpen();
        BitSet reached = new BitSet();
        message.getReachedList().forEach(reached::set);
        outside.isolated(reached);
        relying.values().stream()
                .mapToLong(Ballot::round)
                .max()
                .ifPresent(
                        round -> coordinate(Math.max(round, promised.round()) + 1)); // for those that others may save
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

    /** Returns whether there is no other process on which this one can rely, and no attempt of its own under way. */
    private boolean isToCoordinate(int asking) {
        return isolated
                || coordinator == Ballot.NONE.coordinator()
                || coordinator == self
                || coordinator == asking
                || isLost(coordinator);
    }

    private void coordinate(long round) {
        Ballot ballot = new Ballot(round, self);
        tally = new ShrinkTally(old, ballot);
        hasCoordinated = true;
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
        BitSet reached = current.reported();
        if (!mayGoOn(reached) || !mayGoOn(current.voters(this::isLost))) {
            tally = null;
            ShrinkIsolated.Builder isolation = ShrinkIsolated.newBuilder();
            reached.stream().forEach(isolation::addReached);
            reached.stream()
                    .forEach(process -> send(
                            process,
                            Shrink.newBuilder()
                                    .setBallot(current.ballot().message())
                                    .setIsolated(isolation)));
            return;
        }
        GroupDescription earlier = current.perhapsDecided(process -> isLost(process) && outside.hasEnded(process));
        GroupDescription proposal =
                earlier != null ? current.repeat(earlier, () -> propose(earlier, current, true)) : propose(current);
        if (current.isAccepted(this::isLost) && mayGoOn(current.accepted())) {
            decide(proposal, current.ballot());
        }
    }

    private GroupDescription propose(ShrinkTally current) {
        List<MemberReference> survivors = current.survivors(this::isLost);
        return current.proposal(survivors, () -> {
            GroupDescription proposal = GroupDescription.newBuilder()
                    .setId(outside.newGroupId())
                    .setName(nameAfter(old.getName()))
                    .addAllMembers(survivors)
                    .build();
            propose(proposal, current, false);
            return proposal;
        });
    }

    /** Proposes to all that take part, for they vote also where none of their members go on. */
    private void propose(GroupDescription proposal, ShrinkTally current, boolean repeated) {
        current.reported().stream()
                .forEach(process -> send(
                        process,
                        Shrink.newBuilder()
                                .setBallot(current.ballot().message())
                                .setPropose(proposal)
                                .setRepeated(repeated)));
    }

    /**
     * Returns whether no other part of the group can go on without these processes: all others have ended, or these are more than half,
     * or half with the lowest. So of any two sets that may go on at one time one process is in both, and it votes once.
     */
    private boolean mayGoOn(BitSet processes) {
        boolean allOthersHaveEnded = IntStream.of(hosts)
                .filter(process -> !processes.get(process))
                .allMatch(process -> isLost(process) && outside.hasEnded(process));
        int twice = 2 * (int) IntStream.of(hosts).filter(processes::get).count();
        return allOthersHaveEnded || twice > hosts.length || (twice == hosts.length && processes.get(hosts[0]));
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

    static BitSet ranksAt(GroupDescription group, int process) {
        BitSet ranks = new BitSet();
        for (int rank = 0; rank < group.getMembersCount(); rank++) {
            ranks.set(rank, group.getMembers(rank).getProcess() == process);
        }
        return ranks;
    }

    static BitSet hosts(GroupDescription group) {
        BitSet hosts = new BitSet();
        group.getMembersList().forEach(member -> hosts.set(member.getProcess()));
        return hosts;
    }
}

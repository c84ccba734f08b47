package tutti.group.shrink;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.Shrink;
import tutti.group.proto.ShrinkAccepted;
import tutti.group.proto.ShrinkReport;
import tutti.group.registry.GroupDescriptions;

/**
 * One process' part in the agreement who survives a broken group.
 *
 * <p>The lowest process of the group that is not lost coordinates: it calls for reports, proposes the survivors, and
 * decides when all their processes have opened the mailboxes. When it is lost the next one begins anew, and takes over
 * what has been decided. A part of the processes decides only if no other part can: see {@link ShrinkAttempt}. ADRs 21
 * and 42 have the protocol and its failure cases.
 *
 * <p>Knows nothing of threads, sockets and time, so that tests can run it in any order of events. Not thread-safe.
 */
public final class Shrinking {
    private final GroupDescription old;
    private final ShrinkEnvironment outside;
    private final int self;
    private final int[] hosts; // ascending
    private final ShrinkCallers here;
    private final ShrinkDecision decision;
    private Ballot promised = Ballot.NONE;
    private int coordinator = Ballot.NONE.coordinator(); // whom this process relies on
    private @Nullable ShrinkAttempt attempt; // while this process coordinates
    private @Nullable GroupDescription open; // proposed, and its mailboxes are open
    private @Nullable ShrinkAccepted accepted; // the last proposal, whether this process is in it or not
    private boolean hasCoordinated;
    private boolean isolated; // the members here may not continue

    /**
     * Takes part in a shrink.
     *
     * @param alive ranks of this process that have not left or failed
     */
    Shrinking(GroupDescription old, BitSet alive, ShrinkEnvironment outside) {
        this.old = old;
        this.outside = outside;
        self = outside.process();
        hosts = GroupDescriptions.hosts(old).stream().toArray();
        here = new ShrinkCallers(alive);
        decision = new ShrinkDecision(old, outside);
    }

    /** A member here wants the group to be shrunk, and waits. */
    void called(int rank) {
        here.called(rank);
        learnOfGrowth();
        if (coordinator == Ballot.NONE.coordinator() && !decision.isMade()) {
            outside.revoke();
            seek();
        } else {
            reportChange();
        }
    }

    /** A member here has left or failed. */
    void gone(int rank) {
        here.gone(rank);
        reportChange();
    }

    /** A process was lost, and all that came from it has been heard. */
    void lost(int process) {
        if (decision.isMade()) {
            return;
        }
        if (isolated) {
            report();
        } else if (coordinator != Ballot.NONE.coordinator() && isLost(coordinator)) {
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
        learnOfGrowth();
        Ballot ballot = Ballot.of(message.getBallot());
        switch (message.getKindCase()) {
            case SEEK -> onSeek(from, ballot);
            case CALL -> onCall(from, ballot);
            case REPORT -> onReport(from, ballot, message.getReport());
            case PROPOSE -> onPropose(from, ballot, message.getPropose(), message.getRepeated());
            case ACCEPT -> onAccept(from, ballot, message.getAccept());
            case DECIDE -> onDecide(ballot, message.getDecide(), message.getUnreachedList());
            case STALE -> onStale(from, ballot);
            case ASK -> onAsk(from);
            case ISOLATED -> onIsolated(from, ballot, message.getIsolated().getReachedList());
            case SILENT -> outside.silent(message.getSilent().getRanksList());
            case KIND_NOT_SET -> throw new IllegalArgumentException("empty message about a shrink: process=" + from);
        }
    }

    /** All members have agreed that the group has grown: tells it to those that have not heard so from all. */
    void learnOfGrowth() {
        if (!decision.isMade() && outside.hasGrown()) {
            outside.revoke();
            decide(old.toBuilder().setGrown(true).build(), Ballot.LAST, IntStream.of(hosts));
        }
    }

    // ---------------------------------------------------------------- taking part

    /** Turns to the lowest process that is not lost. */
    private void seek() {
        coordinator = lowest();
        if (coordinator == self) {
            coordinate(promised.round() + 1);
        } else {
            send(coordinator, promised.begin().setSeek(true));
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
            if (attempt != null && !attempt.ballot().equals(ballot)) {
                attempt = null;
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
                boolean isIn = GroupDescriptions.hosts(proposal).get(self) && !proposal.getGrown();
                if (isIn && !isolated && !outside.hasAbandoned(proposal)) {
                    open = proposal;
                    outside.open(proposal);
                }
            }
            send(from, ballot.begin().setAccept(proposal.getId()));
        }
    }

    /** Refuses what is over or outdated, and says so. */
    private boolean takesPart(int from, Ballot ballot) {
        if (decision.isMade()) {
            decision.tell(from, ballot);
        } else if (ballot.compareTo(promised) < 0) {
            decision.relies(from, ballot);
            send(from, promised.begin().setStale(true));
        } else {
            return true;
        }
        return false;
    }

    private void reportChange() {
        if (here.areFewAwaited()) {
            report();
        }
    }

    /** Tells the coordinator how things are here. */
    private void report() {
        if (!decision.isMade() && promised.compareTo(Ballot.NONE) > 0) {
            ShrinkReport.Builder report = here.report();
            IntStream.of(hosts).filter(this::isLost).forEach(report::addLost);
            report.setGrown(outside.sealGrowth());
            if (accepted != null) {
                report.setAccepted(accepted);
            }
            send(promised.coordinator(), promised.begin().setReport(report));
        }
    }

    /**
     * What was decided in an attempt is no longer believed after a promise to a later one: its coordinator has been
     * told that nothing is decided here, and may come to another decision.
     */
    private void onDecide(Ballot ballot, GroupDescription group, List<Integer> unreached) {
        if (!decision.isMade() && ballot.compareTo(promised) >= 0) {
            decide(group, ballot, unreached.stream().mapToInt(Integer::intValue));
        }
    }

    /**
     * Those that may not hear it from the coordinator are told by every process: all that are not in the group, and
     * those in it that the coordinator had lost, and that may have reached too few meanwhile.
     */
    private void decide(GroupDescription group, Ballot ballot, IntStream lostToCoordinator) {
        decision.make(group, ballot, lostToCoordinator);
        attempt = null;
        decision.tell(IntStream.of(hosts).filter(process -> process != self && !isLost(process)), hasCoordinated);
        if (open != null && open.getId() != group.getId()) {
            abandonOpen();
        }
        outside.decided(group);
    }

    /**
     * The coordinator reaches too few. Another that this process has not lost may reach more; else the members here may
     * not continue. The process still votes for others, and coordinates for those that wait for it.
     */
    private void onIsolated(int from, Ballot ballot, List<Integer> reached) {
        if (decision.isMade() || ballot.compareTo(promised) < 0) {
            return;
        }
        if (!isolated) {
            if (lowest() != from) {
                seek();
                return;
            }
            isolated = true;
            here.clear();
            abandonOpen();
            outside.isolated(reached);
        } else if (from == self) {
            decision.haveHeard(reached);
        }
        long round = decision.latestRound(this::isLost);
        if (round >= 0) {
            coordinate(Math.max(round, promised.round()) + 1);
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
        if (decision.isMade()) {
            decision.tell(from, ballot);
            return;
        }
        decision.relies(from, ballot);
        if (attempt != null ? ballot.compareTo(attempt.ballot()) > 0 : isToCoordinate(from)) {
            coordinate(Math.max(ballot.round(), promised.round()) + 1);
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
        attempt = new ShrinkAttempt(old, ballot, outside);
        hasCoordinated = true;
        promised = ballot;
        coordinator = self;
        attempt.call();
    }

    private void onReport(int from, Ballot ballot, ShrinkReport report) {
        if (attempt != null && attempt.ballot().equals(ballot)) {
            attempt.report(from, report);
            advance();
        }
    }

    private void onAccept(int from, Ballot ballot, long proposalId) {
        if (attempt != null && attempt.ballot().equals(ballot)) {
            attempt.accept(from, proposalId);
            advance();
        }
    }

    /** Another coordinator came later; the lower of the two continues. */
    private void onStale(int from, Ballot later) {
        if (attempt == null || later.compareTo(attempt.ballot()) <= 0) {
            return;
        }
        if (later.coordinator() < self) {
            attempt = null;
            promised = later;
            coordinator = isLost(later.coordinator()) ? from : later.coordinator();
            // so that it tells what has been decided, and its loss is noticed
            send(coordinator, later.begin().setSeek(true));
        } else {
            coordinate(later.round() + 1);
        }
    }

    private void onAsk(int from) {
        if (attempt != null) {
            attempt.tellWhoIsSilent(from);
        }
    }

    /** Proposes and decides as soon as it can be done. */
    private void advance() {
        ShrinkAttempt current = attempt;
        if (current == null) {
            return;
        }
        switch (current.advance()) {
            case UNDER_WAY -> {}
            case TOO_FEW -> attempt = null;
            case DECIDED -> {
                decide(current.proposal(), current.ballot(), current.unreached());
            }
        }
    }

    private boolean isLost(int process) {
        return process != self && outside.isLost(process);
    }

    private void send(int process, Shrink.Builder message) {
        outside.send(process, message.setGroup(old).build());
    }
}

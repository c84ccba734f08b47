package tutti.group.shrink;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.Shrink;
import tutti.group.proto.ShrinkIsolated;
import tutti.group.proto.ShrinkReport;
import tutti.group.proto.ShrinkSilent;
import tutti.group.registry.GroupDescriptions;

/**
 * One attempt of this process to coordinate a shrink: calls for reports, proposes the survivors, and sees when they are
 * decided.
 *
 * <p>A part of the processes decides only if no other part can: see {@link #mayGoOn}. Not thread-safe.
 */
final class ShrinkAttempt {
    private static final Pattern SHRUNK = Pattern.compile("(.*)#(\\d{1,8})");

    private final GroupDescription old;
    private final Ballot ballot;
    private final ShrinkEnvironment outside;
    private final ShrinkTally tally;
    private final int[] hosts; // ascending
    private @Nullable GroupDescription proposal;

    /** How far an attempt is. */
    enum Progress {
        UNDER_WAY,
        /** Too few processes are reached; they have been told. */
        TOO_FEW,
        DECIDED
    }

    ShrinkAttempt(GroupDescription old, Ballot ballot, ShrinkEnvironment outside) {
        this.old = old;
        this.ballot = ballot;
        this.outside = outside;
        tally = new ShrinkTally(old, ballot);
        hosts = GroupDescriptions.hosts(old).stream().toArray();
    }

    Ballot ballot() {
        return ballot;
    }

    /** Calls all processes that are not lost for reports. */
    void call() {
        IntStream.of(hosts)
                .filter(process -> !isLost(process))
                .forEach(process -> send(process, ballot.begin().setCall(true)));
    }

    void report(int from, ShrinkReport report) {
        tally.report(from, report);
    }

    void accept(int from, long proposalId) {
        tally.accept(from, proposalId);
    }

    /** Returns the ranks that have neither called nor gone. */
    BitSet silent() {
        return tally.silent(this::isLost);
    }

    void tellWhoIsSilent(int asking) {
        ShrinkSilent.Builder silent = ShrinkSilent.newBuilder();
        silent().stream().forEach(silent::addRanks);
        send(asking, Shrink.newBuilder().setSilent(silent));
    }

    /** Returns the group that was proposed last. */
    GroupDescription proposal() {
        return Objects.requireNonNull(proposal);
    }

    /** Returns the processes of that group that are lost. */
    IntStream unreached() {
        return GroupDescriptions.hosts(proposal()).stream().filter(this::isLost);
    }

    /** Proposes as soon as it can be done, and returns how far the attempt is. */
    Progress advance() {
        if (!silent().isEmpty()) {
            return Progress.UNDER_WAY;
        }
        BitSet reached = tally.reported();
        if (!mayGoOn(reached) || !mayGoOn(tally.voters(this::isLost))) {
            ShrinkIsolated.Builder isolation = ShrinkIsolated.newBuilder();
            reached.stream().forEach(isolation::addReached);
            reached.stream().forEach(process -> send(process, ballot.begin().setIsolated(isolation)));
            return Progress.TOO_FEW;
        }
        GroupDescription earlier = tally.perhapsDecided(process -> isLost(process) && outside.hasEnded(process));
        proposal = earlier != null ? tally.repeat(earlier, () -> propose(earlier, true)) : propose();
        return tally.isAccepted(this::isLost) && mayGoOn(tally.accepted()) ? Progress.DECIDED : Progress.UNDER_WAY;
    }

    private GroupDescription propose() {
        List<MemberReference> survivors = tally.survivors(this::isLost);
        return tally.proposal(survivors, () -> {
            GroupDescription group = GroupDescription.newBuilder()
                    .setId(outside.newGroupId())
                    .setName(nameAfter(old.getName()))
                    .addAllMembers(survivors)
                    .setGrown(tally.mayHaveGrown())
                    .build();
            propose(group, false);
            return group;
        });
    }

    /** Proposes to all that take part, for they vote also where none of their members continue. */
    private void propose(GroupDescription group, boolean repeated) {
        tally.reported().stream()
                .forEach(process ->
                        send(process, ballot.begin().setPropose(group).setRepeated(repeated)));
    }

    /**
     * Returns whether no other part of the group can continue without these processes: all others have ended, or these
     * are more than half, or half with the lowest. So of any two sets that may continue at one time one process is in
     * both, and it votes once.
     */
    private boolean mayGoOn(BitSet processes) {
        boolean allOthersHaveEnded = IntStream.of(hosts)
                .filter(process -> !processes.get(process))
                .allMatch(process -> isLost(process) && outside.hasEnded(process));
        int twice = 2 * (int) IntStream.of(hosts).filter(processes::get).count();
        return allOthersHaveEnded || twice > hosts.length || (twice == hosts.length && processes.get(hosts[0]));
    }

    /** Returns "name#1" after "name", and then "name#2". */
    private static String nameAfter(String name) {
        Matcher shrunk = SHRUNK.matcher(name);
        return shrunk.matches() ? shrunk.group(1) + "#" + (Integer.parseInt(shrunk.group(2)) + 1) : name + "#1";
    }

    private boolean isLost(int process) {
        return process != outside.process() && outside.isLost(process);
    }

    private void send(int process, Shrink.Builder message) {
        outside.send(process, message.setGroup(old).build());
    }
}

package tutti.group.shrink;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.ShrinkAccepted;
import tutti.group.proto.ShrinkReport;
import tutti.group.registry.GroupDescriptions;

/**
 * What the coordinator of a shrink has been told: from it follow the survivors.
 *
 * <p>Not thread-safe.
 */
final class ShrinkTally {
    private static final Comparator<ShrinkAccepted> LATEST = Comparator.comparing(
                    (ShrinkAccepted accepted) -> Ballot.of(accepted.getBallot()))
            .thenComparingLong(accepted -> accepted.getGroup().getId());

    private final GroupDescription old;
    private final Ballot ballot;
    private final Map<Integer, Said> said = new HashMap<>();
    private final BitSet accepted = new BitSet();
    private @Nullable GroupDescription proposal;
    private boolean repeats; // the proposal is one of an earlier coordinator

    /**
     * What a process has reported.
     *
     * @param accepted before this attempt
     */
    private record Said(
            BitSet called,
            BitSet silent,
            BitSet lost,
            boolean grown,
            @Nullable ShrinkAccepted accepted) {}

    ShrinkTally(GroupDescription old, Ballot ballot) {
        this.old = old;
        this.ballot = ballot;
    }

    Ballot ballot() {
        return ballot;
    }

    /** Returns the group that is proposed, made anew if it does not have exactly these members. */
    GroupDescription proposal(List<MemberReference> survivors, Supplier<GroupDescription> make) {
        if (proposal == null || !proposal.getMembersList().equals(survivors) || proposal.getGrown() != mayHaveGrown()) {
            accepted.clear();
            proposal = make.get();
            repeats = false;
        }
        return proposal;
    }

    /**
     * Takes a report. What a process has accepted before this attempt is in its first one: later it accepts what is
     * proposed here.
     */
    void report(int process, ShrinkReport report) {
        Said first = said.get(process);
        ShrinkAccepted before = report.hasAccepted() ? report.getAccepted() : null;
        said.put(
                process,
                new Said(
                        set(report.getCalledList()),
                        set(report.getSilentList()),
                        set(report.getLostList()),
                        report.getGrown(),
                        first == null ? before : first.accepted()));
    }

    /** Returns the processes that have promised themselves to this attempt. */
    BitSet reported() {
        return set(List.copyOf(said.keySet()));
    }

    /**
     * Returns whether the group may have grown: no process here has members that have not agreed to that, and never
     * will.
     */
    boolean mayHaveGrown() {
        return said.values().stream().allMatch(Said::grown);
    }

    /** Returns the processes that have accepted the proposal. */
    BitSet accepted() {
        return (BitSet) accepted.clone();
    }

    /** Returns the processes that have accepted the proposal, or still can. */
    BitSet voters(IntPredicate isLost) {
        BitSet voters = accepted();
        said.keySet().stream().filter(process -> !isLost.test(process)).forEach(voters::set);
        return voters;
    }

    /**
     * Returns the group that an earlier coordinator may have decided, so that it must be proposed again, or null. It
     * has decided none that a process here is in and has not accepted; and no one has heard of it if all processes that
     * have not reported here, in the group or not, have ended.
     */
    @Nullable
    GroupDescription perhapsDecided(IntPredicate hasEnded) {
        ShrinkAccepted last = said.values().stream()
                .map(Said::accepted)
                .filter(Objects::nonNull)
                .filter(each -> Ballot.of(each.getBallot()).compareTo(ballot) < 0)
                .max(LATEST)
                .orElse(null);
        if (last == null) {
            return null;
        }
        BitSet elsewhere = GroupDescriptions.hosts(old);
        elsewhere.andNot(reported());
        BitSet here = GroupDescriptions.hosts(last.getGroup());
        here.and(reported());
        boolean allHereAccepted = here.stream().allMatch(process -> hasAccepted(process, last));
        boolean mayBeDecided = elsewhere.stream().anyMatch(process -> !hasEnded.test(process))
                && (last.getRepeated() || allHereAccepted);
        return mayBeDecided ? last.getGroup() : null;
    }

    private boolean hasAccepted(int process, ShrinkAccepted last) {
        Said report = said.get(process);
        ShrinkAccepted other = report == null ? null : report.accepted();
        return other != null
                && other.getGroup().getId() == last.getGroup().getId()
                && other.getBallot().equals(last.getBallot());
    }

    /** Proposes a group once more that an earlier coordinator has proposed. */
    GroupDescription repeat(GroupDescription earlier, Runnable propose) {
        if (proposal == null || proposal.getId() != earlier.getId()) {
            accepted.clear();
            proposal = earlier;
            repeats = true;
            propose.run();
        }
        return proposal;
    }

    private static BitSet set(List<Integer> values) {
        BitSet set = new BitSet();
        values.forEach(set::set);
        return set;
    }

    void accept(int process, long proposalId) {
        if (proposal != null && proposalId == proposal.getId()) {
            accepted.set(process);
        }
    }

    /**
     * Returns whether all processes of the proposed group have opened its mailboxes; of one that is repeated, those
     * that are reached.
     */
    boolean isAccepted(IntPredicate isLost) {
        return proposal != null
                && proposal.getMembersList().stream()
                        .mapToInt(MemberReference::getProcess)
                        .allMatch(process -> accepted.get(process)
                                || (repeats && (isLost.test(process) || !said.containsKey(process))));
    }

    /** Returns the ranks that have neither called nor gone, as far as is known. */
    BitSet silent(IntPredicate isLost) {
        BitSet silent = new BitSet();
        for (int rank = 0; rank < old.getMembersCount(); rank++) {
            int process = old.getMembers(rank).getProcess();
            Said report = said.get(process);
            silent.set(
                    rank,
                    !isLost.test(process) && (report == null || report.silent().get(rank)));
        }
        return silent;
    }

    /** Returns the members that continue, in the old order. */
    List<MemberReference> survivors(IntPredicate isLost) {
        BitSet kept = kept(isLost);
        List<MemberReference> survivors = new ArrayList<>();
        for (int rank = 0; rank < old.getMembersCount(); rank++) {
            MemberReference member = old.getMembers(rank);
            Said report = said.get(member.getProcess());
            if (kept.get(member.getProcess())
                    && report != null
                    && report.called().get(rank)) {
                survivors.add(member);
            }
        }
        return survivors;
    }

    /** Of two processes that have lost each other and both reach the coordinator, only the lower can be kept. */
    private BitSet kept(IntPredicate isLost) {
        BitSet kept = new BitSet();
        BitSet lostToThem = new BitSet();
        said.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(entry -> !isLost.test(entry.getKey()))
                .filter(entry -> !entry.getValue().called().isEmpty()) // it may be dead, and leave no one out for that
                .filter(entry -> !lostToThem.get(entry.getKey()))
                .filter(entry -> !entry.getValue().lost().intersects(kept))
                .forEach(entry -> {
                    kept.set(entry.getKey());
                    lostToThem.or(entry.getValue().lost());
                });
        return kept;
    }
}

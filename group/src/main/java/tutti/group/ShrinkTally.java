package tutti.group;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.ShrinkReport;

/**
 * What the coordinator of a shrink has been told: from it follow the survivors.
 *
 * <p>Not thread-safe.
 */
final class ShrinkTally {
    private final GroupDescription old;
    private final Ballot ballot;
    private final Map<Integer, Said> said = new HashMap<>();
    private final BitSet accepted = new BitSet();
    private @Nullable GroupDescription proposal;

    /** What a process has reported. */
    private record Said(BitSet called, BitSet silent, BitSet lost) {}

    ShrinkTally(GroupDescription old, Ballot ballot) {
        this.old = old;
        this.ballot = ballot;
    }

    Ballot ballot() {
        return ballot;
    }

    /** Returns the group that is proposed, made anew if it does not have exactly these members. */
    GroupDescription proposal(List<MemberReference> survivors, Supplier<GroupDescription> make) {
        if (proposal == null || !proposal.getMembersList().equals(survivors)) {
            accepted.clear();
            proposal = make.get();
        }
        return proposal;
    }

    void report(int process, ShrinkReport report) {
        said.put(
                process, new Said(set(report.getCalledList()), set(report.getSilentList()), set(report.getLostList())));
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

    /** Returns whether all processes of the proposed group have opened its mailboxes. */
    boolean isAccepted() {
        return proposal != null
                && proposal.getMembersList().stream().allMatch(member -> accepted.get(member.getProcess()));
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

    /** Returns the members that go on, in the old order. */
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
                .filter(entry -> !entry.getValue().called().isEmpty()) // it may be dead, and leave nobody out for that
                .filter(entry -> !lostToThem.get(entry.getKey()))
                .filter(entry -> !entry.getValue().lost().intersects(kept))
                .forEach(entry -> {
                    kept.set(entry.getKey());
                    lostToThem.or(entry.getValue().lost());
                });
        return kept;
    }
}

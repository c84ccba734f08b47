package tutti.group.registry;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.registry.RefusedException.Why;

/**
 * What the registry knows of one group; guarded by the registry's lock.
 *
 * <p>A group is built, then prepared (each process that hosts a member opens its mailboxes), then active.
 */
final class GroupRecord {

    enum State {
        INACTIVE,
        PREPARING,
        ACTIVE
    }

    /**
     * A member of a group that is being built.
     *
     * @param rank the rank it was given, or null
     * @param copiedRank its rank in the active group that this one was copied from, or {@link Integer#MAX_VALUE}
     * @param order how many members were added before it
     */
    private record Entry(MemberReference member, @Nullable Integer rank, int copiedRank, int order) {}

    private final String name;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<MemberReference> known = new HashSet<>(); // those of the entries
    private final Map<Integer, MemberReference> byRank = new HashMap<>(); // those that were given a rank
    private final Set<Integer> unprepared = new HashSet<>();
    private int added;
    private boolean warned;
    private State state = State.INACTIVE;
    private @Nullable RefusedException refusal;
    private GroupDescription description = GroupDescription.getDefaultInstance();

    GroupRecord(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    State state() {
        return state;
    }

    /** Returns true the first time that it is called. */
    boolean mustWarn() {
        boolean isFirst = !warned;
        warned = true;
        return isFirst;
    }

    /** Returns the description, once the group is being prepared. */
    GroupDescription description() {
        return description;
    }

    int size() {
        return entries.size();
    }

    void add(MemberReference member, @Nullable Integer rank) {
        checkInactive();
        if (known.contains(member)) {
            throw new RefusedException(
                    Why.ALREADY_MEMBER,
                    "member is in the group already: group=%s process=%d; make a new object for each member"
                            .formatted(name, member.getProcess()));
        }
        MemberReference holder = rank == null ? null : byRank.get(rank);
        if (holder != null) {
            throw new RefusedException(
                    Why.RANK_TAKEN,
                    "rank is taken: group=%s rank=%d by a member of process=%d, asked for by process=%d; choose another, or none"
                            .formatted(name, rank, holder.getProcess(), member.getProcess()));
        }
        add(new Entry(member, rank, Integer.MAX_VALUE, added++));
    }

    private void add(Entry entry) {
        entries.add(entry);
        known.add(entry.member());
        if (entry.rank() != null) {
            byRank.put(entry.rank(), entry.member());
        }
    }

    void delete(MemberReference member) {
        checkInactive();
        if (!entries.removeIf(entry -> entry.member().equals(member))) {
            throw new RefusedException(
                    Why.NOT_A_MEMBER,
                    "no such member in the group: group=%s process=%d".formatted(name, member.getProcess()));
        }
        known.remove(member);
        byRank.values().removeIf(member::equals);
    }

    /**
     * Returns an inactive copy; the members of an active group keep their order, and those of an inactive one all they
     * have.
     */
    GroupRecord copy(String copyName) {
        GroupRecord copy = new GroupRecord(copyName);
        if (state == State.INACTIVE) {
            entries.forEach(copy::add);
        } else {
            List<MemberReference> ranked = description.getMembersList();
            for (int rank = 0; rank < ranked.size(); rank++) {
                copy.add(new Entry(ranked.get(rank), null, rank, rank));
            }
        }
        copy.added = added;
        return copy;
    }

    /** Fixes the ranks, and lists the processes that must prepare. */
    void startPreparing(long id) {
        description = GroupDescription.newBuilder()
                .setId(id)
                .setName(name)
                .addAllMembers(ranked())
                .build();
        unprepared.addAll(processes());
        state = State.PREPARING;
    }

    void prepared(int process) {
        unprepared.remove(process);
        if (unprepared.isEmpty()) {
            state = State.ACTIVE;
        }
    }

    /** Returns the processes that have not answered yet, ascending. */
    Set<Integer> unprepared() {
        return new TreeSet<>(unprepared);
    }

    /** Ends the attempt to activate the group, which can be changed again. */
    void giveUp(RefusedException reason) {
        unprepared.clear();
        refusal = reason;
        state = State.INACTIVE;
    }

    /** Returns why an attempt to activate the group was given up, or null if it was not. */
    @Nullable
    RefusedException refusalOf(long id) {
        return state == State.INACTIVE || description.getId() != id ? refusal : null; // another id: another attempt
    }

    /** Returns the lowest rank of a process' members, once ranks are given. */
    int lowestRankAt(int process) {
        return GroupDescriptions.ranksAt(description, process).nextSetBit(0);
    }

    /** Returns the processes that host members. */
    Set<Integer> processes() {
        return entries.stream().map(entry -> entry.member().getProcess()).collect(toUnmodifiableSet());
    }

    long membersAt(int process) {
        return entries.stream()
                .filter(entry -> entry.member().getProcess() == process)
                .count();
    }

    /** Explicit ranks are honoured; the others follow by process, then by order of adding. */
    private List<MemberReference> ranked() {
        TreeMap<Integer, MemberReference> ranked = new TreeMap<>();
        List<Entry> free = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.rank() == null) {
                free.add(entry);
            } else if (entry.rank() >= entries.size()) {
                throw new RefusedException(
                        Why.RANK_GAP,
                        "rank leaves a gap: group=%s rank=%d given by process=%d, but the group has %d members with ranks from 0 on; delete that member and add it anew"
                                .formatted(name, entry.rank(), entry.member().getProcess(), entries.size()));
            } else {
                ranked.put(entry.rank(), entry.member());
            }
        }
        free.sort(Comparator.comparingInt(Entry::copiedRank)
                .thenComparingInt(entry -> entry.member().getProcess())
                .thenComparingInt(Entry::order));
        int rank = 0;
        for (Entry entry : free) {
            while (ranked.containsKey(rank)) {
                rank++;
            }
            ranked.put(rank, entry.member());
        }
        return List.copyOf(ranked.values());
    }

    private void checkInactive() {
        if (state != State.INACTIVE) {
            throw new RefusedException(
                    Why.GROUP_ACTIVE,
                    "group is active, so it can't change: group=%s; copyGroup it, change the copy, and activate that"
                            .formatted(name));
        }
    }
}

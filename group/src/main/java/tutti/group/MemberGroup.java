package tutti.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;

/**
 * An ordered set of members, from which a {@link Communicator} can be made (MPI 4.1, section 7.3).
 *
 * <p>{@link Communicator#members} returns that of a group; the rank of a member here is its place in the order. All
 * methods are local. Immutable. Equal if they have the same members in the same order.
 */
public final class MemberGroup {
    /** In place of a rank: the member is not in the group. */
    public static final int NO_RANK = -1;

    private final List<Identity> members;

    /** What tells a member from all others of the job. */
    private record Identity(int process, long handle) {}

    private MemberGroup(Collection<Identity> members) {
        this.members = List.copyOf(members);
    }

    static MemberGroup of(GroupDescription group) {
        return new MemberGroup(group.getMembersList().stream()
                .map(member -> new Identity(member.getProcess(), member.getHandle()))
                .toList());
    }

    /** Returns the number of members. */
    public int size() {
        return members.size();
    }

    /** Returns the rank here of a member that has a rank in another group, or {@link #NO_RANK}. */
    int rankOf(MemberGroup other, int rank) {
        return members.indexOf(other.members.get(rank));
    }

    /** Returns the rank of a member here, or {@link #NO_RANK}. */
    int rankOf(MemberReference member) {
        return members.indexOf(new Identity(member.getProcess(), member.getHandle()));
    }

    /** Returns the members of this group, then those of another that are not in this. */
    public MemberGroup union(MemberGroup other) {
        Set<Identity> all = new LinkedHashSet<>(members);
        all.addAll(other.members);
        return new MemberGroup(all);
    }

    /** Returns the members of this group that are in another, too. */
    public MemberGroup intersection(MemberGroup other) {
        Set<Identity> both = new LinkedHashSet<>(members);
        both.retainAll(Set.copyOf(other.members));
        return new MemberGroup(both);
    }

    /** Returns the members of this group that are not in another. */
    public MemberGroup difference(MemberGroup other) {
        Set<Identity> rest = new LinkedHashSet<>(members);
        rest.removeAll(Set.copyOf(other.members));
        return new MemberGroup(rest);
    }

    /**
     * Returns the members with some ranks, in that order.
     *
     * @throws IllegalArgumentException if one is no rank of this group, or named twice
     */
    public MemberGroup include(int... ranks) {
        Set<Identity> chosen = new LinkedHashSet<>();
        for (int rank : ranks) {
            if (!chosen.add(member(rank))) {
                throw new IllegalArgumentException(
                        "rank is named twice: rank=%d ranks=%s".formatted(rank, Arrays.toString(ranks)));
            }
        }
        return new MemberGroup(chosen);
    }

    /**
     * Returns the members without those that have some ranks.
     *
     * @throws IllegalArgumentException if one is no rank of this group
     */
    public MemberGroup exclude(int... ranks) {
        Set<Identity> rest = new LinkedHashSet<>(members);
        for (int rank : ranks) {
            rest.remove(member(rank));
        }
        return new MemberGroup(rest);
    }

    /**
     * Returns the members with ranks in some ranges, in that order.
     *
     * @throws IllegalArgumentException if one is no rank of this group, or named twice
     */
    public MemberGroup include(Range... ranges) {
        return include(ranksOf(ranges));
    }

    /**
     * Returns the members without those that have ranks in some ranges.
     *
     * @throws IllegalArgumentException if one is no rank of this group
     */
    public MemberGroup exclude(Range... ranges) {
        return exclude(ranksOf(ranges));
    }

    /**
     * The ranks first, first + stride, …, as far as they do not go beyond last.
     *
     * @param stride not 0; negative if last is less than first
     */
    public record Range(int first, int last, int stride) {
        /** Makes a range. */
        public Range {
            if (stride == 0) {
                throw new IllegalArgumentException("stride must not be 0: first=%d last=%d".formatted(first, last));
            }
        }

        /** Makes the range of all ranks from one to another. */
        public Range(int first, int last) {
            this(first, last, 1);
        }
    }

    private static int[] ranksOf(Range... ranges) {
        return Arrays.stream(ranges)
                .flatMapToInt(range -> IntStream.iterate(
                        range.first(),
                        rank -> range.stride() > 0 ? rank <= range.last() : rank >= range.last(),
                        rank -> rank + range.stride()))
                .toArray();
    }

    private Identity member(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    "rank must lie in [0, %d): rank=%d; pass a rank of this group of members".formatted(size(), rank));
        }
        return members.get(rank);
    }

    /**
     * Returns, for each rank here, the rank of the same member in another group, or {@link #NO_RANK} if it is not
     * there.
     */
    public int[] translate(int[] ranks, MemberGroup other) {
        return Arrays.stream(ranks)
                .map(rank -> other.members.indexOf(member(rank)))
                .toArray();
    }

    /** Returns whether another group has the same members, perhaps in another order. */
    public boolean isSimilar(MemberGroup other) {
        return size() == other.size() && Set.copyOf(members).equals(Set.copyOf(other.members));
    }

    /** Returns the references of the members, in rank order. */
    List<MemberReference> references() {
        List<MemberReference> references = new ArrayList<>();
        members.forEach(member -> references.add(MemberReference.newBuilder()
                .setProcess(member.process())
                .setHandle(member.handle())
                .build()));
        return references;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MemberGroup that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return "MemberGroup[size=%d processes=%s]"
                .formatted(size(), members.stream().map(Identity::process).toList());
    }
}

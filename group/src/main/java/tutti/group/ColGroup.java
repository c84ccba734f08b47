package tutti.group;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.JobArguments;
import tutti.group.proto.GroupDescription;

/**
 * An active group: an immutable, ordered set of members, the context of every operation (CCJ, section 2.1).
 *
 * <p>Any number of members and threads of a process may share one. Members know their place in it by their rank, in
 * [0, {@link #size()}). Groups are compared by identity; each activation makes a group that never equals another.
 */
public final class ColGroup {
    private final GroupDescription description;
    private final long id;
    private final String name;
    private final int size;
    private final Map<ColMember, MemberPlace> places;
    private final ColGroup whole; // this one, or the one that this is with another deadline
    private final @Nullable Duration deadline;

    ColGroup(GroupDescription description, Map<ColMember, MemberPlace> places, @Nullable Duration deadline) {
        this.description = description;
        this.id = description.getId();
        this.name = description.getName();
        this.size = description.getMembersCount();
        this.places = Map.copyOf(places);
        this.deadline = deadline;
        whole = this;
    }

    private ColGroup(ColGroup whole, Duration deadline) {
        this.description = whole.description;
        this.id = whole.id;
        this.name = whole.name;
        this.size = whole.size;
        this.places = whole.places;
        this.deadline = deadline;
        this.whole = whole;
    }

    /**
     * Returns this group for operations that must end in time, each within so much time from its call.
     *
     * <p>Either for a single operation, {@code barrier(group.within(ofSeconds(5)))}, or kept and used instead of this one. It equals
     * this group. Without it, the deadline is that of the job ({@code --tutti-deadline}), or there is none.
     *
     * <p>What does not end in time throws a {@link tutti.messaging.DeadlineExceededException} that names the silent members. If that
     * was a collective operation, the group is broken: the other members get a {@link tutti.messaging.MemberFailedException}.
     */
    public ColGroup within(Duration newDeadline) {
        if (!Arguments.given("newDeadline", newDeadline).isPositive()
                || newDeadline.compareTo(JobArguments.LONGEST) > 0) {
            throw new IllegalArgumentException("a deadline must be positive, and at most %d days: deadline=%s group=%s"
                    .formatted(JobArguments.LONGEST.toDays(), newDeadline, name));
        }
        return new ColGroup(whole, newDeadline);
    }

    /** Returns how long an operation may take, or null if it may take for ever. */
    @Nullable
    Duration deadline() {
        return deadline;
    }

    /** Returns the name under which the group was built. */
    public String name() {
        return name;
    }

    /** Returns the group's number, the same in all processes and never given to another group of the job. */
    public long id() {
        return id;
    }

    /** Returns the number of members. */
    public int size() {
        return size;
    }

    /**
     * Returns the rank of a member that lives in this process.
     *
     * @throws IllegalArgumentException if the member is not in this group, or lives in another process
     */
    public int rank(ColMember member) {
        return place(member).rank();
    }

    /** Groups are compared by identity, whatever deadline they are used with. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ColGroup group && whole == group.whole;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(whole);
    }

    @Override
    public String toString() {
        return "ColGroup[name=%s id=%d size=%d]".formatted(name, id, size);
    }

    /** Returns a group that must not be null. */
    static ColGroup given(@Nullable ColGroup group) {
        if (group == null) {
            throw new NullPointerException(
                    "group must not be null; pass what getGroup returned, or group() of a started member");
        }
        return group;
    }

    GroupDescription description() {
        return description;
    }

    MemberPlace place(ColMember member) {
        MemberPlace place = places.get(Arguments.given("member", member));
        if (place == null) {
            throw new IllegalArgumentException(
                    "not a member here: %s group=%s; add it to the group before getGroup, in this process"
                            .formatted(member, name));
        }
        return place;
    }

    void checkRank(String role, int rank) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException(
                    "%s must lie in [0, %d): %s=%d group=%s".formatted(role, size, role, rank, name));
        }
    }
}

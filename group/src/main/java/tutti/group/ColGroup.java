package tutti.group;

import java.util.Map;
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

    ColGroup(GroupDescription description, Map<ColMember, MemberPlace> places) {
        this.description = description;
        this.id = description.getId();
        this.name = description.getName();
        this.size = description.getMembersCount();
        this.places = Map.copyOf(places);
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

    @Override
    public String toString() {
        return "ColGroup[name=%s id=%d size=%d]".formatted(name, id, size);
    }

    GroupDescription description() {
        return description;
    }

    MemberPlace place(ColMember member) {
        MemberPlace place = places.get(member);
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

package tutti.messaging.runtime;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.signature.GroupLayout;

/**
 * The groups that have members in this process, by number.
 *
 * <p>Thread-safe. References are weak, because a thread that can still use a group holds one of its endpoints.
 */
final class GroupTable {
    private final Map<Long, WeakReference<Membership>> groups = new ConcurrentHashMap<>();

    /**
     * Adds a group.
     *
     * @throws IllegalStateException if it is there already
     */
    void add(Membership group) {
        groups.values().removeIf(reference -> reference.refersTo(null));
        GroupLayout layout = group.layout();
        if (groups.putIfAbsent(layout.group(), new WeakReference<>(group)) != null) {
            throw new IllegalStateException("group is open already: " + layout);
        }
    }

    void remove(long group) {
        groups.remove(group);
    }

    /** Returns a group, or null if it is not known, or no more. */
    @Nullable
    Membership get(long group) {
        WeakReference<Membership> reference = groups.get(group);
        return reference == null ? null : reference.get();
    }

    void forEach(Consumer<Membership> action) {
        all().forEach(action);
    }

    private Stream<Membership> all() {
        return groups.keySet().stream().map(this::get).filter(Objects::nonNull);
    }

    /** Returns whether there is a group besides that of all processes. */
    boolean hasMembers() {
        return all().anyMatch(group -> group.layout().group() != GroupLayout.JOB);
    }

    /** Returns the size on this host of the group that is largest there: so many members compete for its cores. */
    int mostMembersOnThisHost() {
        return all().mapToInt(Membership::membersOnThisHost).max().orElse(1);
    }
}

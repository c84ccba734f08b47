package tutti.messaging.runtime;

import java.lang.ref.WeakReference;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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
    private final Map<Long, Entry> groups = new ConcurrentHashMap<>();
    private final AtomicLong added = new AtomicLong();

    /** A group, and how many were added before it. */
    private record Entry(long earlier, WeakReference<Membership> reference) {}

    /**
     * Adds a group.
     *
     * @throws IllegalStateException if it is there already
     */
    void add(Membership group) {
        groups.values().removeIf(entry -> entry.reference().refersTo(null));
        GroupLayout layout = group.layout();
        Entry entry = new Entry(added.getAndIncrement(), new WeakReference<>(group));
        if (groups.putIfAbsent(layout.group(), entry) != null) {
            throw new IllegalStateException("group is open already: " + layout);
        }
    }

    void remove(long group) {
        groups.remove(group);
    }

    /** Returns a group, or null if it is not known, or no more. */
    @Nullable
    Membership get(long group) {
        Entry entry = groups.get(group);
        return entry == null ? null : entry.reference().get();
    }

    /**
     * Does something with each group, in the order in which they were added.
     *
     * <p>A member that hears from a group made of another that a process is lost may go back to the first at once, and
     * must find it broken: its next call there is none that the others make.
     */
    void forEach(Consumer<Membership> action) {
        all().forEach(action);
    }

    private Stream<Membership> all() {
        return groups.values().stream()
                .sorted(Comparator.comparingLong(Entry::earlier))
                .map(entry -> entry.reference().get())
                .filter(Objects::nonNull);
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

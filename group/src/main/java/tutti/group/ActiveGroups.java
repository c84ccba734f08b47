package tutti.group;

import java.lang.ref.WeakReference;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;

/**
 * The active groups that this process knows, until their names are deleted.
 *
 * <p>Only its members, as long as they have not left, and programs keep what a group has: buffers, streams and threads.
 * Of a group that all have left, the description stays.
 *
 * <p>Thread-safe. A group that is deleted while somebody asks for one goes only when the answer is there: the answer
 * may name it.
 */
final class ActiveGroups {
    private final Map<Long, Known> groups = new HashMap<>(); // guarded by this, as all fields
    private final Set<Long> deleted = new HashSet<>();
    private int asking;

    private record Known(GroupDescription description, WeakReference<ColGroup> group) {
        static Known of(ColGroup group) {
            return new Known(group.description(), new WeakReference<>(group));
        }
    }

    synchronized void add(ColGroup group) {
        groups.put(group.id(), Known.of(group));
    }

    synchronized void delete(long id) {
        deleted.add(id);
        forgetDeleted();
    }

    /** Asks for a group and returns what this process knows of it: all of it, or no members if it hosts none. */
    ColGroup ask(Supplier<GroupDescription> question) {
        synchronized (this) {
            asking++;
        }
        try {
            GroupDescription answer = question.get();
            return known(answer);
        } finally {
            synchronized (this) {
                asking--;
                forgetDeleted();
            }
        }
    }

    private synchronized ColGroup known(GroupDescription answer) {
        Known known = groups.get(answer.getId());
        ColGroup group = known == null ? null : known.group().get();
        if (group == null) {
            group = new ColGroup(answer);
            add(group);
        }
        return group;
    }

    /** Returns the newest group with a name that this process has prepared for, or null. */
    synchronized @Nullable GroupDescription named(String name) {
        return groups.values().stream()
                .map(Known::description)
                .filter(group -> group.getName().equals(name))
                .max(Comparator.comparingLong(GroupDescription::getId))
                .orElse(null);
    }

    /** Called with the lock. */
    private void forgetDeleted() {
        if (asking == 0) {
            groups.keySet().removeAll(deleted);
            deleted.clear();
        }
    }
}

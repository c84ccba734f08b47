package tutti.group;

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
 * <p>Thread-safe. A group that is deleted while somebody asks for one goes only when the answer is there: the answer
 * may name it.
 */
final class ActiveGroups {
    private final Map<Long, ColGroup> groups = new HashMap<>(); // guarded by this, as all fields
    private final Set<Long> deleted = new HashSet<>();
    private int asking;

    synchronized void add(ColGroup group) {
        groups.put(group.id(), group);
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
            synchronized (this) {
                return groups.computeIfAbsent(answer.getId(), id -> new ColGroup(answer));
            }
        } finally {
            synchronized (this) {
                asking--;
                forgetDeleted();
            }
        }
    }

    /** Returns the newest group with a name that this process has prepared for, or null. */
    synchronized @Nullable ColGroup named(String name) {
        return groups.values().stream()
                .filter(group -> group.name().equals(name))
                .max(Comparator.comparingLong(ColGroup::id))
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

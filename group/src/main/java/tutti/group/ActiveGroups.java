package tutti.group;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;

/**
 * The active groups that this process knows, until their names are deleted.
 *
 * <p>What a group has (buffers, streams, threads) is kept until all its members here have left; after that its
 * description only.
 *
 * <p>Thread-safe. A group that is deleted while someone asks for one goes only when the answer is there: the answer
 * may name it.
 */
final class ActiveGroups {
    private final Map<Long, Known> groups = new HashMap<>(); // guarded by this, as all fields
    private final List<Kept> kept = new ArrayList<>();
    private final Set<Long> deleted = new HashSet<>();
    private int asking;

    private record Known(GroupDescription description, WeakReference<ColGroup> group) {}

    /** A group that has members here which have not left. */
    private static final class Kept {
        private final ColGroup group;
        private int members; // that have not left, when they were counted, less those of any group that have left since

        Kept(ColGroup group) {
            this.group = group;
            members = group.presentHere();
        }

        /** A member of some group has left; returns whether this one has none any more. */
        boolean isEmptyAfterOneLess() {
            members--;
            if (members <= 0) {
                members = group.presentHere();
            }
            return members == 0;
        }
    }

    synchronized void add(ColGroup group) {
        kept.removeIf(each -> !each.group.hasPresentHere()); // members leave one group, too
        put(group);
        kept.add(new Kept(group));
    }

    private void put(ColGroup group) {
        groups.put(group.id(), new Known(group.description(), new WeakReference<>(group)));
    }

    /** A member has left all its groups. */
    synchronized void memberLeft() {
        kept.removeIf(Kept::isEmptyAfterOneLess);
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
            put(group);
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
            kept.removeIf(each -> deleted.contains(each.group.id()));
            groups.keySet().removeAll(deleted);
            deleted.clear();
        }
    }
}

package tutti.group;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tutti.group.proto.GroupDescription;
import tutti.group.registry.GroupDescriptions;

/**
 * The groups that members have agreed on among themselves, until each member of this process has taken its own.
 *
 * <p>Thread-safe.
 */
final class DerivedGroups {
    /** Above all identities that the registry gives, and below those of groups that were shrunk. */
    private static final long FIRST_ID = 1L << 61;

    private final GroupCreation creation;
    private final int process;
    private final int processes;
    private final AtomicLong made = new AtomicLong();
    private final Map<Long, Waiting> waiting = new HashMap<>(); // by identity; guarded by this

    /** A group, and how many members of this process have not taken it yet. */
    private static final class Waiting {
        final ColGroup group;
        int members;

        Waiting(ColGroup group, int members) {
            this.group = group;
            this.members = members;
        }
    }

    DerivedGroups(GroupCreation creation, int process, int processes) {
        this.creation = creation;
        this.process = process;
        this.processes = processes;
    }

    long newId() {
        return FIRST_ID + made.getAndIncrement() * processes + process;
    }

    /** Returns a group, opened when the first of its members here asks for it. */
    synchronized ColGroup take(GroupDescription description) {
        Waiting known = waiting.computeIfAbsent(description.getId(), id -> open(description));
        known.members--;
        if (known.members == 0) {
            waiting.remove(description.getId());
        }
        return known.group;
    }

    private Waiting open(GroupDescription description) {
        OpenGroup group = creation.open(description);
        group.joinOrLeave();
        return new Waiting(
                group.group(), GroupDescriptions.ranksAt(description, process).cardinality());
    }
}

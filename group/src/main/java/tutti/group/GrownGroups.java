package tutti.group;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowingGroup;
import tutti.group.growth.GrowthVotes;
import tutti.group.proto.GroupDescription;
import tutti.group.registry.GroupDescriptions;
import tutti.messaging.MemberFailedException;

/** Into which larger groups those of a job have grown, or may have, as one process of it knows it. Thread-safe. */
final class GrownGroups implements GrowthVotes<ColGroup> {
    private final int process;
    private final Map<Long, Growth> growths = new HashMap<>(); // by identity of the old group; guarded by this

    GrownGroups(int process) {
        this.process = process;
    }

    /** The growth of a group, as far as it is. */
    private static final class Growth {
        private final BitSet votes = new BitSet(); // ranks of members here
        private boolean sealed; // no member votes any more
        private boolean grown;
        private @Nullable ColGroup larger;
        private @Nullable Consumer<RuntimeException> giveUp;
    }

    @Override
    public synchronized boolean vote(GrowingGroup group, ColGroup larger, Consumer<RuntimeException> giveUp) {
        Growth growth = growths.computeIfAbsent(group.id(), _ -> new Growth());
        if (!growth.sealed) {
            growth.votes.set(group.rank());
            growth.larger = larger;
            growth.giveUp = giveUp;
        }
        return !growth.sealed;
    }

    @Override
    public synchronized void grown(GrowingGroup group) {
        Growth growth = growths.get(group.id());
        if (growth != null) {
            growth.grown = true;
        }
    }

    @Override
    public synchronized void notGrown(GrowingGroup group) {
        Growth growth = growths.get(group.id());
        if (growth != null && !growth.grown) {
            growth.votes.clear(group.rank());
        }
    }

    @Override
    public synchronized boolean hasGrown(long group) {
        Growth growth = growths.get(group);
        return growth != null && growth.grown;
    }

    /** Returns whether all members here have agreed that a group has grown; from now on no other does. */
    synchronized boolean seal(GroupDescription group) {
        Growth growth = growths.computeIfAbsent(group.getId(), _ -> new Growth());
        growth.sealed = true;
        BitSet here = GroupDescriptions.ranksAt(group, process);
        return !here.isEmpty() && growth.votes.equals(here);
    }

    /** The members of a group that may have grown continue in the larger group, or all in another. */
    void resolve(GroupDescription group, boolean grown) {
        Consumer<RuntimeException> giveUp = null;
        synchronized (this) {
            Growth growth = growths.get(group.getId());
            if (growth == null || growth.larger == null || growth.grown) {
                return;
            }
            growth.grown = grown;
            if (!grown) {
                giveUp = growth.giveUp;
                growth.votes.clear();
                growth.larger = null;
                growth.giveUp = null;
            }
        }
        if (giveUp != null) {
            giveUp.accept(new MemberFailedException(
                    "a member was lost before it was in the larger group, so the old one continues: group="
                            + group.getName(),
                    null));
        }
    }

    /** Returns the group into which a group has grown. */
    synchronized ColGroup larger(long group) {
        Growth growth = growths.get(group);
        if (growth == null || growth.larger == null) {
            throw new IllegalStateException("the group has not grown: id=" + group);
        }
        return growth.larger;
    }
}

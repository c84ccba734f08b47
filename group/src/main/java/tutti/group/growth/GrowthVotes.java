package tutti.group.growth;

import java.util.function.Consumer;

/**
 * What the members of a process have agreed to while groups grow, so that a group that loses a process meanwhile
 * continues either as it was or as the larger one, and not both.
 *
 * <p>A group has grown when all its members have voted for that, and tells so when it is shrunk. A member that has
 * voted and does not hear what the others have may be in the larger group or not: only a shrink finds that out.
 *
 * @param <G> what members call a group
 */
public interface GrowthVotes<G> {
    /**
     * The calling member is about to tell the others that it is in the larger group.
     *
     * @param giveUp leaves the larger group's job
     * @return false if it must not any more, because the group is being shrunk
     */
    boolean vote(GrowingGroup group, G larger, Consumer<RuntimeException> giveUp);

    /** All members have voted. */
    void grown(GrowingGroup group);

    /** One has not, and all know it. */
    void notGrown(GrowingGroup group);

    /** Returns whether all members of a group have voted, as far as this process knows. */
    boolean hasGrown(long group);

    /** Returns votes that no one asks for: those of a group that works on whatever becomes of the larger one. */
    static <G> GrowthVotes<G> none() {
        return new GrowthVotes<>() {
            @Override
            public boolean vote(GrowingGroup group, G larger, Consumer<RuntimeException> giveUp) {
                return true;
            }

            @Override
            public void grown(GrowingGroup group) {}

            @Override
            public void notGrown(GrowingGroup group) {}

            @Override
            public boolean hasGrown(long group) {
                return false;
            }
        };
    }
}

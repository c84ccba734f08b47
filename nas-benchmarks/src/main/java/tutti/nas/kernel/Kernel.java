package tutti.nas.kernel;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;

/**
 * One kernel of the suite.
 *
 * <p>One object serves all runs, and all members of a JVM at the same time. What members know of each other comes
 * through the communicator.
 */
public abstract class Kernel {

    /** Made by a kernel. */
    protected Kernel() {}

    /** Returns the name in the suite, for example {@code CG}. */
    public abstract String name();

    /** Returns how much there is to do. */
    public abstract Workload workload(ProblemClass problemClass);

    /**
     * Returns among how many members the problem can be divided; unless a kernel says otherwise, their number is a
     * power of two.
     */
    protected abstract int mostMembers(ProblemClass problemClass);

    /** Does what {@link #run} promises, with a number of members that is possible. */
    protected abstract Outcome compute(Communicator world, ProblemClass problemClass);

    /** Returns why so many members cannot run it, with the cure, or null if they can. */
    public @Nullable String refusal(ProblemClass problemClass, int members) {
        if (Integer.bitCount(members) != 1) {
            int below = Integer.highestOneBit(members);
            return "%s needs a power of two of members: members=%d; choose %d or %d"
                    .formatted(name(), members, below, 2 * below);
        }
        int most = mostMembers(problemClass);
        return members <= most
                ? null
                : "%s, class %s, is divided among at most %d members: members=%d; choose fewer or a larger class"
                        .formatted(name(), problemClass, most, members);
    }

    /**
     * Runs the kernel once; every member calls this at the same time, in its own thread.
     *
     * <p>Time is taken where the suite takes it: mostly not while inputs are made, never while results are checked. A
     * wrong result is no exception but a check that has not passed.
     *
     * @param world the group of all members that share the work
     * @return what was measured and checked, the same at every member
     * @throws IllegalArgumentException if so many members cannot run it
     */
    public final Outcome run(Communicator world, ProblemClass problemClass) {
        String refusal = refusal(problemClass, world.size());
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        return compute(world, problemClass);
    }

    @Override
    public final String toString() {
        return name();
    }
}

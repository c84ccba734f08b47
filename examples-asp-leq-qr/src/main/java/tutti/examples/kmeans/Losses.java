package tutti.examples.kmeans;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.GroupException;
import tutti.messaging.MemberFailedException;

/**
 * What members do when others are lost, and the loss that the user wants to see.
 *
 * @param replaceLimit how long to wait for newcomers in the place of lost members, or null to end with them
 * @param killRank whose JVM is to die, or -1
 * @param killRound when
 * @param log takes what rank 0 says
 */
record Losses(@Nullable Duration replaceLimit, int killRank, int killRound, Consumer<String> log) {

    /** Returns those of a job that ends with the first. */
    static Losses none() {
        return new Losses(null, -1, -1, text -> {});
    }

    boolean areReplaced() {
        return replaceLimit != null;
    }

    void dieIfWanted(int rank, int round) {
        if (rank == killRank && round == killRound) {
            log.accept("rank %d halts its JVM in round %d".formatted(rank, round));
            Runtime.getRuntime().halt(137); // as kill -9 would end it
        }
    }

    /**
     * Returns the group of the survivors, and of newcomers in the place of the lost if they come.
     *
     * @param stateFor supplies what a newcomer begins with, by its rank
     * @param loss thrown again if lost members are not to be replaced
     */
    Communicator continued(Communicator broken, IntFunction<?> stateFor, MemberFailedException loss) {
        if (replaceLimit == null) {
            throw loss;
        }
        Communicator survivors = broken.shrink();
        int lost = broken.size() - survivors.size();
        say(survivors, "lost: %d of %d members".formatted(lost, broken.size()));
        try {
            Communicator healed = survivors.replaceLost(broken, stateFor, replaceLimit);
            say(survivors, "replaced: %d of %d members".formatted(lost, broken.size()));
            return healed;
        } catch (GroupException e) {
            say(survivors, "not replaced: " + e.getMessage());
            return survivors;
        } catch (MemberFailedException e) { // another is lost
            return survivors;
        }
    }

    void say(Communicator world, String text) {
        if (world.rank() == 0) {
            log.accept(text);
        }
    }
}

package tutti.examples.kmeans;

import java.time.Duration;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.LossLog;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;

/**
 * What members do when others are lost, and the loss that the user wants to see.
 *
 * @param replaceLimit how long to wait for newcomers in the place of lost members, or null to end with them
 * @param killRank whose JVM is to die, or -1
 * @param killRound when
 * @param log what is said of losses
 */
record Losses(@Nullable Duration replaceLimit, int killRank, int killRound, LossLog log) {

    /** Returns those of a job that ends with the first. */
    static Losses none() {
        return new Losses(null, -1, -1, new LossLog(text -> {}));
    }

    boolean areReplaced() {
        return replaceLimit != null;
    }

    void dieIfWanted(int rank, int round) {
        if (rank == killRank && round == killRound) {
            log.halt(rank, "in round " + round);
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
        log.say(survivors, "lost: %d of %d members".formatted(broken.size() - survivors.size(), broken.size()));
        return log.replaced(survivors, broken, stateFor, replaceLimit, () -> "");
    }
}

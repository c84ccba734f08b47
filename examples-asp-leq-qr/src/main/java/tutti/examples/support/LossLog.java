package tutti.examples.support;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import tutti.group.Communicator;
import tutti.group.GroupException;
import tutti.messaging.MemberFailedException;

/**
 * What programs that continue when members are lost do alike, and say about it.
 *
 * @param lines takes what rank 0 says
 */
public record LossLog(Consumer<String> lines) {

    /** Says something, at rank 0. */
    public void say(Communicator world, String text) {
        if (world.rank() == 0) {
            lines.accept(text);
        }
    }

    /** Ends this JVM without a word to the others, for the user to see what they do. */
    public void halt(int rank, String when) {
        lines.accept("rank %d halts its JVM %s".formatted(rank, when));
        Runtime.getRuntime().halt(137); // as kill -9 would end it
    }

    /**
     * Returns the group of the survivors, and of newcomers in the place of the lost if they come.
     *
     * @param stateFor supplies what a newcomer begins with, by its rank
     * @param limit how long to wait for newcomers
     * @param details added to what is said when they have come
     */
    public Communicator replaced(
            Communicator survivors,
            Communicator broken,
            IntFunction<?> stateFor,
            Duration limit,
            Supplier<String> details) {
        try {
            Communicator healed = survivors.replaceLost(broken, stateFor, limit);
            say(
                    survivors,
                    "replaced: %d of %d members%s"
                            .formatted(broken.size() - survivors.size(), broken.size(), details.get()));
            return healed;
        } catch (GroupException e) {
            say(survivors, "not replaced: " + e.getMessage());
            return survivors;
        } catch (MemberFailedException e) { // another is lost
            return survivors;
        }
    }
}

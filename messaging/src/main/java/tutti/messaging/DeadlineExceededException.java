package tutti.messaging;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import tutti.serialization.TuttiException;

/**
 * An operation did not end before its deadline.
 *
 * <p>The message names every member that it waited for and that was silent, in rank order, with what that one last did.
 * After a collective operation the group is broken for all its members, because this one's part is missing. After a
 * message operation it is not: what a receive has missed can be received later, and what was sent may still arrive.
 */
public class DeadlineExceededException extends TuttiException {
    private static final long serialVersionUID = 1;

    private final String operation;
    private final Duration deadline;
    private final int[] silentRanks;

    public DeadlineExceededException(String message, String operation, Duration deadline, List<Integer> silentRanks) {
        super(message);
        this.operation = operation;
        this.deadline = deadline;
        this.silentRanks = silentRanks.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Returns the operation that ended with this exception, as {@code broadcast root=2 as collective call number 17}.
     */
    public String operation() {
        return operation;
    }

    /** Returns how long the operation might have taken. */
    public Duration deadline() {
        return deadline;
    }

    /** Returns the ranks that have not done their part, ascending. */
    public List<Integer> silentRanks() {
        return Arrays.stream(silentRanks).boxed().toList();
    }
}

package tutti.collectives.operation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.messaging.MemberFailedException;

/** An operation that is made of others: the failure of one of them names the one that the program has called. */
public final class CompositeCall {
    private CompositeCall() {}

    /**
     * Runs the steps of an operation.
     *
     * @param name of the operation, as {@code writeAtAll path=...}
     */
    public static <T extends @Nullable Object> T run(String name, Supplier<T> steps) {
        try {
            return steps.get();
        } catch (MemberFailedException e) {
            throw e.asPartOf(name);
        } catch (MismatchedCallException e) {
            throw e.asPartOf(name);
        }
    }

    /** Does the same with steps that return nothing. */
    public static void run(String name, Runnable steps) {
        CompositeCall.<@Nullable Void>run(name, () -> {
            steps.run();
            return null;
        });
    }
}

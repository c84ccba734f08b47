package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.signature.Operation;

/** Ends what this member has begun in a window, then waits until all members have: a fence, or the window's close. */
public final class Fence extends Barrier {
    private final Runnable ending;

    private Fence(Operation operation, Runnable ending) {
        super(operation);
        this.ending = ending;
    }

    /**
     * Makes a fence.
     *
     * @param ending waits until what this member has begun is done; if it throws, the fence fails in all members
     */
    public static Fence of(Runnable ending) {
        return new Fence(Operation.FENCE, ending);
    }

    /** Makes the close of a window. */
    public static Fence closing(Runnable ending) {
        return new Fence(Operation.CLOSE_WINDOW, ending);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        ending.run();
        return super.run(invocation);
    }
}

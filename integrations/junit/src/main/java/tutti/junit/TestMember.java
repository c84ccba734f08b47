package tutti.junit;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import tutti.collectives.CallFailedException;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.junit.Outcome.State;
import tutti.messaging.MemberFailedException;
import tutti.serialization.OperationInterruptedException;

/** A member that runs the test method, and keeps how that went. */
final class TestMember extends ColMember {
    private final int rank;
    private final int process;
    private final Body body;
    private final BooleanSupplier released;
    private final Runnable onFailure;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Outcome outcome;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>(); // when the outcome is known

    /** The test method, with all but the member decided. */
    interface Body {
        @Nullable
        Object run(ColMember member, ColGroup group, int rank) throws Throwable;
    }

    /**
     * Makes a member for a rank.
     *
     * @param released whether an interrupt is the test's end
     * @param onFailure told that it has not ended well
     */
    TestMember(int rank, int process, Body body, BooleanSupplier released, Runnable onFailure) {
        this.rank = rank;
        this.process = process;
        this.body = body;
        this.released = released;
        this.onFailure = onFailure;
    }

    @Override
    public void run() {
        Thread self = Thread.currentThread();
        self.setUncaughtExceptionHandler((ended, failure) -> {}); // the outcome has it
        thread = self;
        try {
            body.run(this, group(), group().rank(this));
            outcome = outcome(State.ENDED, null, "ended");
        } catch (Throwable failure) {
            outcome = outcome(state(failure), failure, "failed: " + failure);
            onFailure.run();
            throw TestMember.<RuntimeException>unchecked(failure); // breaks the group, with this as the cause
        } finally {
            ended.complete(null);
        }
    }

    boolean hasBegun() {
        return thread != null;
    }

    /** Completes when the method has ended. */
    CompletableFuture<@Nullable Void> ended() {
        return ended;
    }

    /** Returns how it went, or what the member does now. */
    Outcome look() {
        Outcome known = outcome;
        if (known != null) {
            return known;
        }
        Thread running = thread;
        if (running == null) {
            return outcome(State.SILENT, null, "has not begun");
        }
        Throwable here = new IllegalStateException("rank=%d has not ended; it is here".formatted(rank));
        here.setStackTrace(running.getStackTrace());
        Spot spot = Spot.of(List.of(here.getStackTrace()));
        Outcome ended = outcome; // else the trace may be that of its very end
        return ended != null ? ended : outcome(spot.state(), here, spot.doing());
    }

    /** Interrupts it, if it runs. */
    void interrupt() {
        Thread running = thread;
        if (running != null && outcome == null) {
            running.interrupt();
        }
    }

    private Outcome outcome(State state, @Nullable Throwable failure, String doing) {
        return new Outcome(rank, process, state, failure, Instant.now(), doing);
    }

    private State state(Throwable failure) {
        if (isCausedBy(failure, MemberFailedException.class, CallFailedException.class)
                || (released.getAsBoolean()
                        && isCausedBy(failure, InterruptedException.class, OperationInterruptedException.class))) {
            return State.RELEASED;
        }
        return failure instanceof TestAbortedException ? State.ABORTED : State.FAILED;
    }

    private static boolean isCausedBy(Throwable failure, Class<?>... causes) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .anyMatch(each -> Stream.of(causes).anyMatch(cause -> cause.isInstance(each)));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller throws what it returns
    private static <E extends Throwable> E unchecked(Throwable failure) throws E {
        throw (E) failure;
    }
}

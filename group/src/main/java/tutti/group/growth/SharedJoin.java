package tutti.group.growth;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import tutti.messaging.bootstrap.Meeting;

/**
 * A join of a job by a process, in a thread of its own, which the members of the process wait for together.
 *
 * @param <E> what the process has of the job then
 */
final class SharedJoin<E> {
    private static final long LOOK_PERIOD_MILLIS = 20;

    private final CompletableFuture<Meeting> listening = new CompletableFuture<>();
    private final CompletableFuture<E> entry = new CompletableFuture<>();
    private final Thread thread;

    SharedJoin(String name, Function<Consumer<Meeting>, E> join) {
        thread = Thread.ofPlatform()
                .daemon()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .unstarted(() -> {
                    try {
                        entry.complete(join.apply(listening::complete));
                    } catch (Throwable e) { // for those that wait
                        listening.completeExceptionally(e);
                        entry.completeExceptionally(e);
                    }
                });
    }

    SharedJoin<E> start() {
        thread.start();
        return this;
    }

    /** Waits until this process listens. */
    Meeting meeting(Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
        return listening.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until the process has joined.
     *
     * @param wanted whether to wait on
     * @throws InterruptedException also if waiting is not wanted any more
     */
    E await(BooleanSupplier wanted) throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return entry.get(LOOK_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (!wanted.getAsBoolean()) {
                    throw new InterruptedException("the join is not wanted any more");
                }
            }
        }
    }

    /** Does something with what the join has led to, if it has ended well. */
    void ifJoined(Consumer<E> action) {
        if (entry.state() == Future.State.SUCCESS) {
            action.accept(entry.resultNow());
        }
    }

    /**
     * Ends the join, or what it has led to.
     *
     * @param abandon leaves the job
     */
    void giveUp(String why, Consumer<E> abandon) {
        var _ = listening.thenAccept(meeting -> meeting.cancel(why));
        boolean runs = !entry.isDone();
        var _ = entry.thenAccept(abandon);
        if (runs) {
            thread.interrupt();
        }
    }
}

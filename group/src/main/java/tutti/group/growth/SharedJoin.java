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
import org.jspecify.annotations.Nullable;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.progress.Scheduling;

/**
 * A join of a job by a process, in a thread of its own, which the members of the process wait for together.
 *
 * @param <E> what the process has of the job then
 */
final class SharedJoin<E> {
    private static final long LOOK_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Scheduling scheduling;
    private final String name;
    private final Function<Consumer<Meeting>, E> join;
    private final CompletableFuture<Meeting> listening = new CompletableFuture<>();
    private final CompletableFuture<E> entry = new CompletableFuture<>();
    private volatile @Nullable Thread thread;

    SharedJoin(Scheduling scheduling, String name, Function<Consumer<Meeting>, E> join) {
        this.scheduling = scheduling;
        this.name = name;
        this.join = join;
    }

    SharedJoin<E> start() {
        thread = scheduling.start(name, this::run);
        return this;
    }

    private void run() {
        try {
            entry.complete(join.apply(listening::complete));
        } catch (Throwable e) { // for those that wait
            listening.completeExceptionally(e);
            entry.completeExceptionally(e);
        }
    }

    /** Waits until this process listens. */
    Meeting meeting(Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = scheduling.nanoTime() + limit.toNanos();
        if (!awaitEnd(listening, () -> scheduling.nanoTime() < deadline)) {
            throw new TimeoutException("this process does not listen yet: waited=" + limit);
        }
        return listening.get();
    }

    /**
     * Waits until the process has joined.
     *
     * @param wanted whether to wait on
     * @throws InterruptedException also if waiting is not wanted any more
     */
    E await(BooleanSupplier wanted) throws InterruptedException, ExecutionException {
        if (!awaitEnd(entry, wanted)) {
            throw new InterruptedException("the join is not wanted any more");
        }
        return entry.get();
    }

    /** Returns whether it has ended, or else waiting is not wanted any more. */
    private boolean awaitEnd(CompletableFuture<?> awaited, BooleanSupplier wanted) throws InterruptedException {
        Thread caller = Thread.currentThread();
        var _ = awaited.whenComplete((result, failure) -> scheduling.unpark(caller));
        while (!awaited.isDone()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while a process joins: " + name);
            }
            if (!wanted.getAsBoolean()) {
                return false;
            }
            scheduling.parkNanos(this, LOOK_PERIOD_NANOS);
        }
        return true;
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
        Thread joining = thread;
        if (runs && joining != null) {
            scheduling.interrupt(joining);
        }
    }
}

package tutti.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Endpoint;

/** Runs several calls at the same time, each in a thread of its own, within a time limit; for tests. */
public final class Together {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Together() {}

    /** What a member does. */
    @FunctionalInterface
    public interface Member<T> {
        T run(Endpoint endpoint) throws Exception;
    }

    /** How a call ended: with a value, or with a failure. */
    public record Outcome<T>(@Nullable T value, @Nullable Throwable failure) {}

    /**
     * Runs one thread for each member and returns their results in rank order.
     *
     * <p>A member that throws fails in its group, so that the others do not wait for it; the test fails with its
     * exception.
     */
    public static <T> List<T> members(List<Endpoint> endpoints, Member<T> member) {
        return values(memberOutcomes(endpoints, member));
    }

    /** Runs one thread for each member and returns how each ended, in rank order. */
    public static <T> List<Outcome<T>> memberOutcomes(List<Endpoint> endpoints, Member<T> member) {
        return outcomes(endpoints.stream()
                .<Callable<T>>map(endpoint -> () -> {
                    try {
                        return member.run(endpoint);
                    } catch (Throwable e) {
                        endpoint.fail(e);
                        throw e;
                    }
                })
                .toList());
    }

    /** Runs calls at the same time and returns their results; the test fails with the first exception. */
    public static <T> List<T> all(List<? extends Callable<T>> calls) {
        return values(outcomes(calls));
    }

    /** Runs calls at the same time and returns how each ended. */
    public static <T> List<Outcome<T>> outcomes(List<? extends Callable<T>> calls) {
        List<Background<T>> running = calls.stream()
                .map(call -> Background.start("test-" + calls.indexOf(call), call))
                .toList();
        return running.stream().map(Background::outcome).toList();
    }

    private static <T> List<T> values(List<Outcome<T>> outcomes) {
        List<Throwable> failures = outcomes.stream()
                .map(Outcome::failure)
                .filter(failure -> failure != null)
                // what follows from another's failure comes last
                .sorted((a, b) -> Boolean.compare(isConsequence(a), isConsequence(b)))
                .toList();
        if (!failures.isEmpty()) {
            List<Integer> indexes = IntStream.range(0, outcomes.size())
                    .filter(i -> outcomes.get(i).failure() != null)
                    .boxed()
                    .toList();
            AssertionError error = new AssertionError("failed: " + indexes, failures.getFirst());
            failures.stream().skip(1).forEach(error::addSuppressed);
            throw error;
        }
        List<T> values = new ArrayList<>();
        outcomes.forEach(outcome -> values.add(outcome.value()));
        return values;
    }

    private static boolean isConsequence(Throwable failure) {
        return failure instanceof MemberFailedException;
    }

    /** A call that runs in a thread of its own, which a test can watch and interrupt. */
    public static final class Background<T> {
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private final Thread thread;

        private Background(String name, Callable<T> call) {
            thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> {
                try {
                    result.complete(call.call());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
        }

        public static <T> Background<T> start(String name, Callable<T> call) {
            Background<T> background = new Background<>(name, call);
            background.thread.start();
            return background;
        }

        public boolean isDone() {
            return result.isDone();
        }

        /** Returns whether the call is parked: it waits for something that has not happened yet. */
        public boolean isParked() {
            return WaitingThreads.isWaiting(thread);
        }

        public void interrupt() {
            thread.interrupt();
        }

        /** Waits for the end of the call; one that does not end in time is a failure that shows where it hangs. */
        public Outcome<T> outcome() {
            try {
                return new Outcome<>(LoadClock.get(result, LIMIT), null);
            } catch (TimeoutException e) {
                String where = Arrays.toString(thread.getStackTrace()).replace(", ", "\n  ");
                thread.interrupt();
                return new Outcome<>(null, new AssertionError(thread.getName() + " hangs at " + where));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Outcome<>(null, e);
            } catch (ExecutionException | CompletionException e) {
                return new Outcome<>(null, e.getCause());
            }
        }

        /** Waits for the end of the call and returns its result. */
        public T get() {
            return values(List.of(outcome())).getFirst();
        }
    }
}

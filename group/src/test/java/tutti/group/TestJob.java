package tutti.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import tutti.collectives.Partition;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Processes;

/**
 * A job whose processes all live in this JVM; several are joined by gRPC on loopback.
 *
 * <p>Everything it waits for is bounded.
 */
final class TestJob implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    private final List<ColGroupMaster> masters;
    private int groups;
    private boolean closed;

    private TestJob(List<ColGroupMaster> masters) {
        this.masters = masters;
    }

    /** Starts a job of so many processes, each told so by arguments; settings are further arguments for all. */
    static TestJob of(int processes, String... settings) {
        int port = Processes.freePort();
        return new TestJob(eachAtOnce(processes, process -> {
            List<String> arguments = new ArrayList<>(List.of(settings));
            if (processes > 1) {
                arguments.add("--tutti-size=" + processes);
                arguments.add("--tutti-rank=" + process);
                arguments.add("--tutti-master=localhost:" + port);
            }
            return new ColGroupMaster(arguments.toArray(String[]::new));
        }));
    }

    ColGroupMaster master(int process) {
        return masters.get(process);
    }

    int processes() {
        return masters.size();
    }

    /** Runs a new group of so many members, spread evenly, and returns what each returned, by rank. */
    <R> List<R> run(int members, TestMember.Body<R> body) {
        return outcome(start("group-" + ++groups, members, body));
    }

    /** Starts a new group of so many members, spread evenly, and returns them by rank. */
    <R> List<TestMember<R>> start(String name, int members, TestMember.Body<R> body) {
        List<TestMember<R>> created = IntStream.range(0, members)
                .mapToObj(rank -> new TestMember<>(body))
                .toList();
        List<ColGroup> active = activate(name, created);
        for (int rank = 0; rank < members; rank++) {
            created.get(rank).start(active.get(rank));
        }
        return created;
    }

    /** Makes an active group of members, spread evenly over the processes, and returns each member's view of it. */
    List<ColGroup> activate(String name, List<? extends ColMember> members) {
        int size = members.size();
        for (int rank = 0; rank < size; rank++) {
            masterOf(rank, size).addMember(name, members.get(rank));
        }
        return IntStream.range(0, size)
                .mapToObj(rank -> masterOf(rank, size).getGroup(name, size))
                .toList();
    }

    /** Returns the master of the process that hosts a rank when so many members are spread evenly. */
    ColGroupMaster masterOf(int rank, int members) {
        Partition partition = new Partition(members, processes());
        return master(partition.owner(rank));
    }

    /** Waits for members; throws what the first to fail threw. */
    static <R> List<R> outcome(List<TestMember<R>> members) {
        CompletableFuture<Object> firstFailure = new CompletableFuture<>();
        CompletableFuture<?> all = CompletableFuture.allOf(members.stream()
                .map(member -> member.result().whenComplete((result, failure) -> {
                    if (failure != null) {
                        firstFailure.completeExceptionally(failure);
                    }
                }))
                .toArray(CompletableFuture<?>[]::new));
        get(CompletableFuture.anyOf(all, firstFailure));
        List<R> results = new ArrayList<>();
        members.forEach(member -> results.add(member.result().join()));
        return results;
    }

    /** Runs an action in a thread of its own. */
    static <R> CompletableFuture<R> async(java.util.concurrent.Callable<R> action) {
        CompletableFuture<R> future = new CompletableFuture<>();
        THREADS.execute(() -> {
            try {
                future.complete(action.call());
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        });
        return future;
    }

    /** Does something for each index, all at the same time, and returns the results in order. */
    static <R> List<R> eachAtOnce(int count, IntFunction<R> action) {
        return IntStream.range(0, count).mapToObj(index -> async(() -> action.apply(index))).toList().stream()
                .map(TestJob::get)
                .toList();
    }

    /** Waits for a result; throws what was thrown instead. */
    static <R> R get(CompletableFuture<R> future) {
        try {
            return LoadClock.get(future, LIMIT);
        } catch (ExecutionException e) {
            throw sneaky(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("nothing within %s; threads:%n%s".formatted(LIMIT, dump()), e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Closes every master at once, and returns what they threw. */
    List<MemberFailedException> closeAndCollect() {
        closed = true;
        List<List<MemberFailedException>> failures = eachAtOnce(processes(), process -> {
            try {
                master(process).close();
                return List.of();
            } catch (MemberFailedException e) {
                return List.of(e);
            }
        });
        return failures.stream().flatMap(List::stream).toList();
    }

    /** Closes every master at once, unless that was done before; fails if a member has failed. */
    @Override
    public void close() {
        if (!closed) {
            closeAndCollect().stream().findFirst().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private static String dump() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, trace) -> {
            if (thread.getName().startsWith("tutti")) {
                text.append(thread).append(List.of(trace)).append(System.lineSeparator());
            }
        });
        return text.toString();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller throws what it returns
    private static <E extends Throwable> RuntimeException sneaky(Throwable failure) throws E {
        throw (E) failure;
    }
}

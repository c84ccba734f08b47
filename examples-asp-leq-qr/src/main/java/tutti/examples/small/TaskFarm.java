package tutti.examples.small;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;

import java.io.Serializable;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Received;

/** A task farm: member 0 hands out tasks, and the member that brings a result gets the next one. */
@Command(
        name = "farm",
        sortOptions = false,
        description = "Counts prime numbers in ranges that member 0 hands to the others one by one.")
public final class TaskFarm extends ProgramCommand {
    private static final int TASK = 1;
    private static final int RESULT = 2;
    private static final int STOP = 3;

    @Option(names = "--tasks", paramLabel = "N", description = "How many ranges (default: ${DEFAULT-VALUE}).")
    private int tasks = 200;

    @Option(names = "--length", paramLabel = "N", description = "Numbers in each (default: ${DEFAULT-VALUE}).")
    private int length = 20_000;

    /** What came of a task, and which member has done it. */
    record Result(int task, int worker, long value) implements Serializable {}

    TaskFarm(String... args) {
        super("farm", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new TaskFarm(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            if (tasks < 0 || length < 1) {
                return refused(
                        new InputException("--tasks=%d --length=%d: give 0 or more tasks of 1 or more numbers"
                                .formatted(tasks, length)),
                        master);
            }
            master.start("farm", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            List<Result> results = farm(world, tasks, task -> primes((long) task * length, (task + 1L) * length));
            if (world.rank() == 0) {
                long primes = results.stream().mapToLong(Result::value).sum();
                out().println("farm: %d tasks, members: %d".formatted(tasks, world.size()));
                out().println("primes below %d: %d".formatted((long) tasks * length, primes));
                out().println("tasks by member: "
                        + results.stream().collect(groupingBy(Result::worker, TreeMap::new, counting())));
            }
        }
    }

    /**
     * Has all tasks done; called by all members.
     *
     * @return the results in the order of the tasks at rank 0, none elsewhere
     */
    static List<Result> farm(Communicator world, int tasks, IntToLongFunction function) {
        if (world.rank() > 0) {
            work(world, function);
            return List.of();
        }
        return world.size() > 1
                ? distribute(world, tasks)
                : IntStream.range(0, tasks)
                        .mapToObj(task -> new Result(task, 0, function.applyAsLong(task)))
                        .toList();
    }

    private static List<Result> distribute(Communicator world, int tasks) {
        Result[] results = new Result[tasks];
        int next = 0;
        for (int worker = 1; worker < world.size(); worker++) {
            hand(world, next++, tasks, worker);
        }
        for (int done = 0; done < tasks; done++) {
            Received<Result> received = world.withTag(RESULT).receiveWithStatus(ANY_SOURCE); // the first to arrive
            hand(world, next++, tasks, received.source());
            results[received.value().task] = received.value();
        }
        return List.of(results);
    }

    private static void hand(Communicator world, int task, int tasks, int worker) {
        world.withTag(task < tasks ? TASK : STOP).sendAsync(task, worker);
    }

    private static void work(Communicator world, IntToLongFunction function) {
        while (true) {
            Received<Integer> received = world.withTag(ANY_TAG).receiveWithStatus(0);
            if (received.tag() == STOP) {
                return;
            }
            int task = received.value();
            world.withTag(RESULT).sendAsync(new Result(task, world.rank(), function.applyAsLong(task)), 0);
        }
    }

    /** Counts the primes from one number to another, which is not among them. */
    private static long primes(long from, long to) {
        return LongStream.range(Math.max(2, from), to)
                .filter(n -> LongStream.iterate(2, d -> d * d <= n, d -> d + 1).allMatch(d -> n % d != 0))
                .count();
    }
}

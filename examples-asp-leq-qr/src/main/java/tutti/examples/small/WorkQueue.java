package tutti.examples.small;

import java.util.BitSet;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.ElementType;

/** A work queue without a master: a counter in a window, from which each member fetches the number of its next task. */
@Command(
        name = "queue",
        sortOptions = false,
        description = "Counts prime numbers in ranges that members take from a shared counter.")
public final class WorkQueue extends ProgramCommand {
    @Option(names = "--tasks", paramLabel = "N", description = "How many ranges (default: ${DEFAULT-VALUE}).")
    private int tasks = 200;

    @Option(names = "--length", paramLabel = "N", description = "Numbers in each (default: ${DEFAULT-VALUE}).")
    private int length = 20_000;

    /** Which tasks a member has done, and the sum of what came of them. */
    record Done(BitSet tasks, long sum) {}

    WorkQueue(String... args) {
        super("queue", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new WorkQueue(args), args);
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
            master.start("queue", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            Done own = work(world, tasks, task -> primes(task * length, (task + 1) * length));
            long primes = world.allReduce(own.sum(), Reductions.<Long>sum());
            List<Integer> byMember = world.allGather(own.tasks().cardinality());
            if (world.rank() == 0) {
                out().println("queue: %d tasks, members: %d".formatted(tasks, world.size()));
                out().println("primes below %d: %d".formatted((long) tasks * length, primes));
                out().println("tasks by member: " + byMember);
            }
        }
    }

    /** Does this member's share of the tasks: whatever the others have not taken; called by all members. */
    static Done work(Communicator world, long tasks, LongUnaryOperator function) {
        Window counter = world.allocateWindow(ElementType.LONG, world.rank() == 0 ? 1 : 0);
        counter.lockAll();
        BitSet taken = new BitSet();
        long sum = 0;
        for (long task = counter.fetchAndAdd(0, 0, 1); task < tasks; task = counter.fetchAndAdd(0, 0, 1)) {
            sum += function.applyAsLong(task);
            taken.set((int) task);
        }
        counter.unlockAll();
        counter.close();
        return new Done(taken, sum);
    }

    /** Counts the primes from one number to another, which is not among them. */
    private static long primes(long from, long to) {
        return LongStream.range(Math.max(2, from), to)
                .filter(n -> LongStream.iterate(2, d -> d * d <= n, d -> d + 1).allMatch(d -> n % d != 0))
                .count();
    }
}

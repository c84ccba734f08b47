package tutti.examples.small;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** Sorting by regular samples: members agree on splitters, and each gets all keys between two of them. */
@Command(
        name = "sort",
        sortOptions = false,
        description = "Sorts random numbers, of which each member has a part before and after.")
public final class SampleSort extends ProgramCommand {
    private static final int MOST = 1_000_000_000;

    @Option(names = "--keys", paramLabel = "N", description = "How many numbers (default: ${DEFAULT-VALUE}).")
    private int keys = 1_000_000;

    @Option(names = "--seed", paramLabel = "S", description = "Other numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    SampleSort(String... args) {
        super("sort", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new SampleSort(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            if (keys < 0 || keys > MOST) {
                return refused(new InputException("--keys=%d: sorts 0 to %d numbers".formatted(keys, MOST)), master);
            }
            master.start("sort", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            int rank = world.rank();
            int count = new Partition(keys, world.size()).size(rank);
            long[] sorted =
                    sort(world, new SplittableRandom(seed + rank).longs(count).toArray());

            boolean inOrder = world.allReduce(isInOrder(world, sorted), Reductions.logicalAnd());
            int total = world.allReduce(sorted.length, Reductions.sum());
            int largest = world.allReduce(sorted.length, Reductions.max());
            if (rank == 0) {
                out().println("sort: %d keys, members: %d".formatted(total, world.size()));
                out().println("in order: %s, largest part: %d keys".formatted(inOrder ? "yes" : "no", largest));
            }
        }
    }

    /**
     * Sorts the keys of all members, and returns this member's part: none is greater than a key of the next member.
     *
     * <p>H. Shi and J. Schaeffer, Parallel sorting by regular sampling, 1992, doi:10.1016/0743-7315(92)90075-X.
     */
    static long[] sort(Communicator world, long... unsorted) {
        long[] keys = LongStream.of(unsorted).sorted().toArray();
        List<long[]> samples = world.allGather(regular(keys, world.size()));
        long[] all = samples.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        List<long[]> received = world.allToAll(cut(keys, regular(all, world.size()), world.size()));
        return received.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    /** Returns so many sorted keys at regular distances, the first among them; all if there are no more. */
    private static long[] regular(long[] sorted, int wanted) {
        int count = Math.min(wanted, sorted.length);
        return IntStream.range(0, count)
                .mapToLong(i -> sorted[(int) ((long) i * sorted.length / count)])
                .toArray();
    }

    /** Returns what goes to each member: to the first the keys below the second splitter, to the next those from it. */
    private static List<long[]> cut(long[] sorted, long[] splitters, int members) {
        List<long[]> parts = new ArrayList<>();
        int from = 0;
        for (int member = 1; member <= members; member++) {
            int to = from;
            while (to < sorted.length && (member >= splitters.length || sorted[to] < splitters[member])) {
                to++;
            }
            parts.add(Arrays.copyOfRange(sorted, from, to));
            from = to;
        }
        return parts;
    }

    private static boolean isInOrder(Communicator world, long... sorted) {
        long last = sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1];
        Long before = world.exclusiveScan(last, Reductions.max()); // the greatest key of the members below
        return IntStream.range(1, sorted.length).allMatch(i -> sorted[i - 1] <= sorted[i])
                && (before == null || sorted.length == 0 || before <= sorted[0]);
    }
}

package tutti.examples.small;

import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Random updates of a distributed array, as the HPC Challenge's RandomAccess does: each member changes elements of all
 * members. Updates by exclusive or are made twice, so that the array must be at the end what it was at the beginning.
 */
@Command(
        name = "updates",
        sortOptions = false,
        description = "Changes random elements of an array that lies in the memory of all members, and checks it.")
public final class RandomUpdates extends ProgramCommand {
    private static final int AT_ONCE = 1 << 10; // updates under way, so that a member does not wait for each

    @Option(names = "--elements", paramLabel = "N", description = "Of the whole array (default: ${DEFAULT-VALUE}).")
    private long elements = 1_000_000;

    @Option(names = "--updates", paramLabel = "N", description = "Of each member (default: ${DEFAULT-VALUE}).")
    private int updates = 100_000;

    RandomUpdates(String... args) {
        super("updates", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new RandomUpdates(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            if (elements < 1 || updates < 0 || elements > Integer.MAX_VALUE) {
                return refused(
                        new InputException("--elements=%d --updates=%d: give 1 to %d elements and 0 or more updates"
                                .formatted(elements, updates, Integer.MAX_VALUE)),
                        master);
            }
            master.start("updates", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            long begun = System.nanoTime();
            long wrong = update(world, elements, updates);
            double seconds = (System.nanoTime() - begun) * 1e-9;
            if (world.rank() == 0) {
                out().println("updates: %d elements, members: %d".formatted(elements, world.size()));
                out().println("wrong elements: " + wrong);
                out().println("updates a second: %.0f".formatted(2.0 * updates * world.size() / seconds));
            }
        }
    }

    /** Updates an array, twice with the same numbers; called by all members. Returns how many elements differ then. */
    static long update(Communicator world, long elements, int updates) {
        Partition parts = new Partition((int) elements, world.size());
        long first = parts.offset(world.rank());
        Window array = world.allocateWindow(ElementType.LONG, parts.size(world.rank()));
        long[] indexes = new long[parts.size(world.rank())];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = first + i;
        }
        array.memory().copyFrom(DirectBuffer.of(indexes));
        for (int pass = 0; pass < 2; pass++) {
            array.fence();
            SplittableRandom random = new SplittableRandom(world.rank()); // the same in both passes
            for (int i = 1; i <= updates; i++) {
                long value = random.nextLong();
                int element = (int) Math.floorMod(value, elements);
                int owner = parts.owner(element);
                array.accumulate(
                        owner,
                        element - parts.offset(owner),
                        DirectBuffer.of(new long[] {value}),
                        Reductions.bitwiseXor());
                if (i % AT_ONCE == 0) {
                    array.flushAll();
                }
            }
        }
        array.fence();
        long[] now = (long[]) array.memory().toArray();
        long wrong = 0;
        for (int i = 0; i < now.length; i++) {
            wrong += now[i] == indexes[i] ? 0 : 1;
        }
        array.close();
        return world.allReduce(wrong, Reductions.<Long>sum());
    }
}

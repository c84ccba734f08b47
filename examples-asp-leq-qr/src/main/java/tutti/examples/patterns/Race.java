package tutti.examples.patterns;

import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** A race, and two cures: to read and then write loses updates; an atomic update or a reduction does not. */
public final class Race {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Race::count);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String count(Communicator world) {
        try (Window counters = world.allocateWindow(ElementType.LONG, world.rank() == 0 ? 2 : 0)) {
            long[] value = new long[1];
            counters.lockAll();
            counters.get(0, 0, DirectBuffer.of(value));
            world.barrier(); // forces the bad order: all have read before one writes
            value[0]++;
            counters.put(0, 0, DirectBuffer.of(value)); // wrong: overwrites what others have written
            counters.fetchAndAdd(0, 1, 1); // right: one atomic step
            counters.unlockAll();
            int reduced = world.allReduce(1, Reductions.<Integer>sum()); // right: nothing is shared
            counters.lockAll();
            counters.get(0, 0, DirectBuffer.of(value));
            long atomic = counters.fetchAndAdd(0, 1, 0);
            counters.unlockAll();
            return "rank %d: read and write %d, atomic %d, reduced %d"
                    .formatted(world.rank(), value[0], atomic, reduced);
        }
    }
}

package tutti.examples.patterns;

import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.ElementType;

/** A work queue without a master: each member fetches the number of its next task from a shared counter. */
public final class WorkQueue {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(WorkQueue::work);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String work(Communicator world) {
        int tasks = 20;
        try (Window counter = world.allocateWindow(ElementType.LONG, world.rank() == 0 ? 1 : 0)) {
            long sum = 0;
            counter.lockAll();
            for (long task = counter.fetchAndAdd(0, 0, 1); task < tasks; task = counter.fetchAndAdd(0, 0, 1)) {
                sum += task * task;
            }
            counter.unlockAll();
            long total = world.allReduce(sum, Reductions.<Long>sum());
            return "rank " + world.rank() + ": all tasks add up to " + total;
        }
    }
}

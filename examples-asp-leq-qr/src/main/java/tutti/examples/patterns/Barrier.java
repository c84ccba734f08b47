package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.ElementType;

/** A barrier: what each member has done before it, all members see after it. */
public final class Barrier {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Barrier::count);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String count(Communicator world) {
        try (Window counter = world.allocateWindow(ElementType.LONG, world.rank() == 0 ? 1 : 0)) {
            counter.lockAll();
            counter.fetchAndAdd(0, 0, 1);
            world.barrier(); // without it, some would see a smaller count
            long arrived = counter.fetchAndAdd(0, 0, 0);
            counter.unlockAll();
            return "rank " + world.rank() + " sees " + arrived + " members";
        }
    }
}

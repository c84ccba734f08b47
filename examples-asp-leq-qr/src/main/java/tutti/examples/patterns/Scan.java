package tutti.examples.patterns;

import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Scan: each member learns the sum over the ranks below it, and so where its part of a list begins. */
public final class Scan {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Scan::place);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String place(Communicator world) {
        int lines = 10 + world.rank(); // so many are here
        Integer before = world.exclusiveScan(lines, Reductions.<Integer>sum()); // null at rank 0
        int first = before == null ? 0 : before;
        return "rank " + world.rank() + " has lines " + first + " to " + (first + lines - 1);
    }
}

package tutti.examples.patterns;

import java.util.Arrays;
import java.util.List;
import tutti.collectives.DividableArray;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Scatter: the root divides an array, and each member gets one block of it. */
public final class Scatter {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Scatter::scatter);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String scatter(Communicator world) {
        int[] table = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}; // only the root's counts
        int[] mine = world.scatter(DividableArray.of(table), 0);
        return "rank " + world.rank() + ": " + Arrays.toString(mine);
    }
}

package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A shift: all members send to the right and receive from the left at once; sendReceive cannot deadlock. */
public final class Shift {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Shift::shift);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String shift(Communicator world) {
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        String got = world.sendReceive("from rank " + world.rank(), right, left);
        return "rank " + world.rank() + ": " + got;
    }
}

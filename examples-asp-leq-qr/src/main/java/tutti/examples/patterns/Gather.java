package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Gather: the root gets the values of all members, in rank order. */
public final class Gather {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Gather::gather);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String gather(Communicator world) {
        String name = "member " + "ABCDEFGH".charAt(world.rank() % 8);
        List<String> names = world.gather(name, 0);
        return "rank " + world.rank() + ": " + names;
    }
}

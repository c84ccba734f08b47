package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Split: members with the same colour form a group of their own, with ranks from 0. */
public final class Split {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Split::split);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String split(Communicator world) {
        Communicator half = world.split(world.rank() % 2);
        List<Integer> members = half.allGather(world.rank());
        String line = "rank " + world.rank() + " is rank " + half.rank() + " of " + members;
        half.leave();
        return line;
    }
}

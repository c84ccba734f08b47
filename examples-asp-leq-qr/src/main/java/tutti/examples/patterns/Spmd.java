package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;

/** Single program, multiple data: all members run the same code, and their ranks tell them apart. */
public final class Spmd {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(world -> "rank " + world.rank() + " of " + world.size());
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }
}

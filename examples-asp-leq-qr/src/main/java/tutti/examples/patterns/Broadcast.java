package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Broadcast: the root has a value, and each other member gets a copy of its own. */
public final class Broadcast {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Broadcast::broadcast);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String broadcast(Communicator world) {
        List<String> menu = world.rank() == 0 ? List.of("soup", "bread") : List.of();
        List<String> copy = world.broadcast(menu, 0);
        return "rank " + world.rank() + " has " + copy;
    }
}

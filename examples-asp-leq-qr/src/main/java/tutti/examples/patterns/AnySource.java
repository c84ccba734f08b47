package tutti.examples.patterns;

import static tutti.group.Communicator.ANY_SOURCE;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Received;

/** Any source: rank 0 takes messages in the order in which they arrive, and each says who sent it. */
public final class AnySource {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(AnySource::collect);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String collect(Communicator world) {
        if (world.rank() > 0) {
            world.sendAsync("hello", 0);
            return "rank " + world.rank() + " has sent";
        }
        SortedSet<Integer> senders = new TreeSet<>();
        for (int i = 1; i < world.size(); i++) {
            Received<String> message = world.receiveWithStatus(ANY_SOURCE);
            senders.add(message.source());
        }
        return "rank 0 has a message of each of " + senders;
    }
}

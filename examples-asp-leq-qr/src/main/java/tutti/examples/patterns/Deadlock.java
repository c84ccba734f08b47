package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;

/** A deadlock: each member receives before it sends. The library finds the cycle and names the members in it. */
public final class Deadlock {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Deadlock::wrong);
            lines.forEach(System.out::println); // is never reached
        } catch (MemberFailedException e) {
            System.out.println(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private static String wrong(Communicator world) {
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        String got = world.receive(left); // no one has sent: see Shift for the cure
        world.sendAsync("from rank " + world.rank(), right);
        return got;
    }
}

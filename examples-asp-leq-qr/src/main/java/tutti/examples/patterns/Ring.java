package tutti.examples.patterns;

import java.util.ArrayList;
import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A ring: a token visits each member in turn, and each adds its rank before it passes the token to the next. */
public final class Ring {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Ring::pass);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String pass(Communicator world) {
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        if (world.rank() == 0) {
            world.sendAsync(List.of(0), next);
            List<Integer> token = world.receive(previous);
            return "the token has visited " + token;
        }
        List<Integer> token = new ArrayList<>(world.<List<Integer>>receive(previous));
        token.add(world.rank());
        world.sendAsync(token, next);
        return "rank " + world.rank() + " has passed the token on";
    }
}

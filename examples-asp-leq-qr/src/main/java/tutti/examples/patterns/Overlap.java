package tutti.examples.patterns;

import java.util.List;
import java.util.stream.IntStream;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Request;

/** Overlap: a member starts a receive and a send, computes while the messages travel, and then waits. */
public final class Overlap {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Overlap::overlap);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String overlap(Communicator world) {
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        Request<Integer> border = world.nonBlocking().receive(left);
        Request<?> sent = world.nonBlocking().sendAsync(world.rank(), right);
        int inside = IntStream.rangeClosed(1, 100).sum(); // needs no message
        int fromLeft = border.await();
        sent.await();
        return "rank " + world.rank() + ": inside " + inside + ", border " + fromLeft;
    }
}

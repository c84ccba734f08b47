package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** A window: each member puts a value into the memory of another, which takes no part in it. */
public final class PutGet {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(PutGet::put);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String put(Communicator world) {
        try (Window mailbox = world.allocateWindow(ElementType.LONG, 1)) {
            int right = (world.rank() + 1) % world.size();
            mailbox.fence(); // from here on all may access all
            mailbox.put(right, 0, DirectBuffer.of(new long[] {10L * world.rank()}));
            mailbox.fence(); // all puts are done
            long[] mine = new long[1];
            mailbox.get(world.rank(), 0, DirectBuffer.of(mine));
            mailbox.fence();
            return "rank " + world.rank() + " finds " + mine[0];
        }
    }
}

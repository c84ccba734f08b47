package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;

/** A failure: an exception in one member ends the operations of all, and the program gets it with its cause. */
public final class Failure {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Failure::compute);
            lines.forEach(System.out::println); // is never reached
        } catch (MemberFailedException e) {
            System.out.println("failed: rank " + e.rank());
            System.out.println("cause: " + e.getCause());
        }
    }

    private static String compute(Communicator world) {
        if (world.rank() == 2) {
            throw new IllegalStateException("the disk is full");
        }
        world.barrier(); // no one waits here for rank 2 without end
        return "rank " + world.rank();
    }
}

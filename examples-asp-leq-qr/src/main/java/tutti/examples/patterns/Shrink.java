package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;

/** Continue without a lost member: the survivors of a broken group get a new one, with ranks from 0. */
public final class Shrink {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Shrink::compute);
            lines.forEach(System.out::println); // is not reached if a member is lost
        } catch (MemberFailedException e) {
            System.out.println("lost: rank " + e.rank());
        }
    }

    private static String compute(Communicator world) {
        try {
            if (world.rank() == 1) {
                throw new IllegalStateException("the disk is full");
            }
            world.barrier();
        } catch (MemberFailedException e) { // in all others
            Communicator survivors = world.shrink();
            List<Integer> ranks = survivors.allGather(world.rank());
            if (survivors.rank() == 0) {
                System.out.println("the survivors were ranks " + ranks);
            }
        }
        return "rank " + world.rank();
    }
}

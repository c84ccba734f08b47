package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Reduce: the values of all members are combined in rank order, and the root gets the result. */
public final class Reduce {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Reduce::reduce);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String reduce(Communicator world) {
        String letter = String.valueOf((char) ('a' + world.rank()));
        String word = world.reduce(letter, (left, right) -> left + right, 0);
        return "rank " + world.rank() + ": " + word;
    }
}

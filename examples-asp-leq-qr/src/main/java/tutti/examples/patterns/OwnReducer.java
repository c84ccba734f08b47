package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** An operator of the program's own: any associative function combines values, here the longer of two words. */
public final class OwnReducer {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(OwnReducer::longest);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String longest(Communicator world) {
        List<String> words = List.of("all", "together", "now", "tutti");
        String word = words.get(world.rank() % words.size());
        String longest = world.allReduce(word, OwnReducer::longer);
        return "rank " + world.rank() + " has " + word + ", the longest is " + longest;
    }

    private static String longer(String left, String right) {
        return right.length() > left.length() ? right : left;
    }
}

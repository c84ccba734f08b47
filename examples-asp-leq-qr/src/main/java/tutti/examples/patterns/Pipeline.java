package tutti.examples.patterns;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A pipeline: each member is one stage, and handles an item while the next stage handles the item before. */
public final class Pipeline {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Pipeline::stage);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String stage(Communicator world) {
        List<String> items = List.of("red", "green", "blue", ""); // the empty one ends the stream
        int done = 0;
        String last = "";
        while (true) {
            String item = world.rank() == 0 ? items.get(done) : world.receive(world.rank() - 1);
            boolean isEnd = item.isEmpty();
            String result = isEnd ? item : item + ">" + world.rank();
            if (world.rank() < world.size() - 1) {
                world.sendAsync(result, world.rank() + 1);
            }
            if (isEnd) {
                return "stage " + world.rank() + " made " + done + " items, the last one " + last;
            }
            last = result;
            done++;
        }
    }
}

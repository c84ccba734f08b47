package tutti.examples.patterns;

import java.util.List;
import java.util.stream.IntStream;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** AllToAll: each member has a value for each other one; here rows become columns. */
public final class AllToAll {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(AllToAll::transpose);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String transpose(Communicator world) {
        List<String> row = IntStream.range(0, world.size())
                .mapToObj(column -> world.rank() + "/" + column)
                .toList();
        List<String> column = world.allToAll(row);
        return "rank " + world.rank() + ": " + row + " becomes " + column;
    }
}

package tutti.examples.patterns;

import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** AllReduce: every member gets the combined value, with the same bits. */
public final class AllReduce {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(AllReduce::pi);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String pi(Communicator world) {
        int steps = 100_000;
        double area = 0;
        for (int i = world.rank(); i < steps; i += world.size()) {
            double x = (i + 0.5) / steps;
            area += 4 / (1 + x * x) / steps;
        }
        double pi = world.allReduce(area, Reductions.<Double>sum());
        return "rank %d: pi is about %.8f".formatted(world.rank(), pi);
    }
}

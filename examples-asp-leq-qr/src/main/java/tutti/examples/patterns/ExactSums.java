package tutti.examples.patterns;

import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** An exact sum: floating-point sums depend on their grouping, an exact one has the same bits for any members. */
public final class ExactSums {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(ExactSums::sum);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String sum(Communicator world) {
        double mine = world.rank() == 0 ? 1e16 : 1; // a 1 is lost beside 1e16
        double plain = world.allReduce(mine, Reductions.<Double>sum());
        double exact = world.allReduce(mine, Reductions.<Double>exactSum());
        return "rank %d: plain %.0f, exact %.0f".formatted(world.rank(), plain - 1e16, exact - 1e16);
    }
}

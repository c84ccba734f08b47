package tutti.examples.patterns;

import java.util.List;
import java.util.stream.LongStream;
import tutti.collectives.Partition;
import tutti.group.ColGroupMaster;

/** Fork and join: each member computes its share, and the main thread combines the results. */
public final class ForkJoin {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<Long> sums = master.run(world -> {
                Partition shares = new Partition(1000, world.size());
                return LongStream.range(shares.offset(world.rank()), shares.offset(world.rank() + 1))
                        .map(n -> n * n)
                        .sum();
            });
            if (master.process() == 0) {
                System.out.println("parts: " + sums);
                System.out.println("squares below 1000: " + sums.stream().reduce(0L, Long::sum));
            }
        }
    }
}

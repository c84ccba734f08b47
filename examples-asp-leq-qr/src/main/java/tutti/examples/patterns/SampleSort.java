package tutti.examples.patterns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Sample sort: samples of all members give limits, and each member sorts what lies between two of them. */
public final class SampleSort {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(SampleSort::sort);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String sort(Communicator world) {
        int[] mine = new SplittableRandom(world.rank()).ints(100, 0, 1000).toArray();
        int[] samples = world.allReduce(
                Arrays.copyOf(mine, 8),
                (left, right) -> IntStream.concat(Arrays.stream(left), Arrays.stream(right))
                        .toArray());
        Arrays.sort(samples);
        List<int[]> buckets = new ArrayList<>();
        for (int to = 0; to < world.size(); to++) {
            int low = to == 0 ? 0 : samples[to * 8];
            int high = to == world.size() - 1 ? 1000 : samples[(to + 1) * 8];
            buckets.add(Arrays.stream(mine).filter(n -> low <= n && n < high).toArray());
        }
        int[] sorted = world.allToAll(buckets).stream()
                .flatMapToInt(Arrays::stream)
                .sorted()
                .toArray();
        return "rank %d: %d numbers from %d to %d"
                .formatted(world.rank(), sorted.length, sorted[0], sorted[sorted.length - 1]);
    }
}

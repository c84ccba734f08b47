package tutti.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes the times of all contenders for one benchmark and size, block by block in turn. */
final class Course {
    private static final int CHECKED_ITERATIONS = 3;
    private static final int GROWTH = 8;
    private static final int MOST_ITERATIONS = 10_000_000;
    private static final double NANOS_PER_MICRO = 1000;
    private static final double FASTER = 0.9; // of the least time so far: less is not noise
    private static final int MOST_WARM_UPS = 8;
    private static final int MOST_SINGLES = 200_000; // of all members, whose times are sent to rank 0

    private final Pace pace;
    private final List<Conversation> contenders;
    private final Setup setup;

    Course(Pace pace, List<Conversation> contenders, Setup setup) {
        this.pace = pace;
        this.contenders = contenders;
        this.setup = setup;
    }

    /** Returns what was measured of each contender, in their order. */
    List<Measured> run(Benchmark benchmark, int bytes) throws InterruptedException {
        List<Block> blocks = new ArrayList<>();
        for (Conversation contender : contenders) {
            contender.run(block(benchmark, bytes, CHECKED_ITERATIONS, Block.Mode.CHECKED));
            blocks.add(warmUp(contender, block(benchmark, bytes, 1, Block.Mode.TIMED)));
        }
        List<List<Cost>> costs =
                contenders.stream().map(c -> (List<Cost>) new ArrayList<Cost>()).toList();
        List<Durations> singles = contenders.stream().map(c -> new Durations()).toList();
        List<Double> handOffs = new ArrayList<>();
        for (int b = 0; b < pace.blocks(); b++) {
            if (setup.load() == 0) { // beside busy threads two do not run at the same time
                HandOff.nanos().ifPresent(handOffs::add);
            }
            for (int c = 0; c < blocks.size(); c++) {
                costs.get(c).add(contenders.get(c).run(blocks.get(c)));
            }
            for (int c = 0; pace.timesSingles() && c < blocks.size(); c++) {
                Block block = blocks.get(c).singles(Math.max(1, MOST_SINGLES / setup.members()));
                singles.get(c)
                        .add(Objects.requireNonNull(contenders.get(c).run(block).singles()));
            }
        }
        return IntStream.range(0, blocks.size())
                .mapToObj(c -> measured(
                        costs.get(c),
                        (double) blocks.get(c).iterations() * benchmark.operations(setup.members()),
                        handOffs.isEmpty() ? null : new Samples(handOffs),
                        pace.timesSingles() ? singles.get(c) : null))
                .toList();
    }

    /** Returns the microseconds of the first operation of a job that has run nothing yet. */
    static double firstMicros(Conversation contender, Setup setup, Benchmark benchmark, int bytes)
            throws InterruptedException {
        Cost cost = contender.run(new Block(benchmark, setup.payload(), bytes, 1, Block.Mode.TIMED, setup.fresh()));
        long nanos = Objects.requireNonNullElse(cost.slowestNanos(), cost.nanos());
        return nanos / NANOS_PER_MICRO / benchmark.operations(setup.members());
    }

    private Block block(Benchmark benchmark, int bytes, int iterations, Block.Mode mode) {
        return new Block(benchmark, setup.payload(), bytes, iterations, mode, setup.fresh());
    }

    private static Measured measured(
            List<Cost> costs, double operations, @Nullable Samples handOffs, @Nullable Durations singles) {
        List<Double> micros = costs.stream()
                .map(cost -> cost.nanos() / operations / NANOS_PER_MICRO)
                .toList();
        List<Double> allocated = costs.stream()
                .map(Cost::allocatedBytes)
                .filter(Objects::nonNull)
                .map(bytes -> bytes / operations)
                .toList();
        List<Double> slowest = costs.stream()
                .map(Cost::slowestNanos)
                .filter(Objects::nonNull)
                .map(nanos -> nanos / operations / NANOS_PER_MICRO)
                .toList();
        return new Measured(
                new Samples(micros),
                allocated.isEmpty() ? null : new Samples(allocated),
                slowest.isEmpty() ? null : new Samples(slowest),
                handOffs,
                singles);
    }

    /**
     * Runs growing blocks until the median of two further warm-ups has not become less by a tenth, and returns one of
     * the length that is wanted.
     *
     * <p>Members that look on leave the compiler little of two cores, so that code may still become faster after
     * seconds.
     */
    private Block warmUp(Conversation contender, Block first) throws InterruptedException {
        Block block = first;
        double least = Double.MAX_VALUE;
        int slower = 0;
        for (int warmUps = 0; warmUps < MOST_WARM_UPS && slower < 2; warmUps++) {
            List<Double> each = new ArrayList<>();
            long begin = System.nanoTime();
            boolean fits;
            do {
                long nanos = Math.max(1, contender.run(block).nanos());
                each.add((double) nanos / block.iterations());
                int fitting = fitting(nanos, block.iterations());
                fits = fitting < GROWTH * block.iterations() || block.iterations() == MOST_ITERATIONS;
                block = block.with(fitting);
            } while (!fits || System.nanoTime() - begin < pace.warmUp().toNanos());
            double median = new Samples(each).median();
            slower = median < least * FASTER ? 0 : slower + 1;
            least = Math.min(least, median);
        }
        return block;
    }

    private int fitting(long nanos, int iterations) {
        double wanted = (double) pace.block().toNanos() * iterations / nanos;
        return (int) Math.clamp(wanted, 1, Math.min(MOST_ITERATIONS, (double) GROWTH * iterations));
    }
}

package tutti.nas.ep;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;
import tutti.nas.kernel.Stopwatch;
import tutti.nas.kernel.Workload;
import tutti.serialization.DirectBuffer;

/**
 * Draws pairs of Gaussian random numbers, adds them up, and counts how far from 0 they are.
 *
 * <p>Members draw consecutive batches, and add up their sums and counts in the end.
 */
public final class Ep extends Kernel {
    private static final double TOLERANCE = 1e-8;

    /**
     * A problem.
     *
     * @param m 2^m pairs of uniform numbers are drawn
     * @param sumX that of the first numbers of all pairs
     * @param sumY that of the second ones
     */
    private record Problem(int m, double sumX, double sumY) {}

    private static Problem problem(ProblemClass problemClass) {
        return switch (problemClass) {
            case S -> new Problem(24, -3.247834652034740e3, -6.958407078382297e3);
            case W -> new Problem(25, -2.863319731645753e3, -6.320053679109499e3);
            case A -> new Problem(28, -4.295875165629892e3, -1.580732573678431e4);
            case B -> new Problem(30, 4.033815542441498e4, -2.660669192809235e4);
        };
    }

    @Override
    public String name() {
        return "EP";
    }

    @Override
    public Workload workload(ProblemClass problemClass) {
        long numbers = 2L << problem(problemClass).m();
        return new Workload(Long.toString(numbers), 0, numbers, "random numbers generated");
    }

    @Override
    protected int mostMembers(ProblemClass problemClass) {
        return Integer.MAX_VALUE;
    }

    /** Any number of members can: if there are more of them than batches, some draw none. */
    @Override
    public @Nullable String refusal(ProblemClass problemClass, int members) {
        return null;
    }

    @Override
    protected Outcome compute(Communicator world, ProblemClass problemClass) {
        Problem problem = problem(problemClass);
        Partition batches = new Partition(1 << (problem.m() - GaussianPairs.LOG_BATCH), world.size());
        new GaussianPairs().drawBatch(0); // compiles

        Stopwatch stopwatch = Stopwatch.start(world);
        GaussianPairs pairs = new GaussianPairs();
        for (int batch = batches.offset(world.rank()); batch < batches.offset(world.rank() + 1); batch++) {
            pairs.drawBatch(batch);
        }
        DirectBuffer sums = DirectBuffer.of(pairs.sums());
        world.allReduce(sums, sums, Reductions.sum());
        double seconds = stopwatch.stop();

        return new Outcome(
                seconds,
                List.of(
                        new Check("sum of x", problem.sumX(), pairs.sumX(), TOLERANCE),
                        new Check("sum of y", problem.sumY(), pairs.sumY(), TOLERANCE)));
    }
}

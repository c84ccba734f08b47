package tutti.nas.ft;

import java.util.ArrayList;
import java.util.List;
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
 * Solves the heat equation on a box: a transform forwards, and for each step of time one backwards.
 *
 * <p>Members have planes of the field and columns of its spectrum.
 */
public final class Ft extends Kernel {
    private static final double TOLERANCE = 1e-12;

    @Override
    public String name() {
        return "FT";
    }

    @Override
    public Workload workload(ProblemClass problemClass) {
        FtProblem problem = FtProblem.of(problemClass);
        double log = Math.log(problem.points());
        // the suite's count
        double ofAPoint = 14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * problem.iterations();
        return new Workload(
                "%dx%dx%d".formatted(problem.nx(), problem.ny(), problem.nz()),
                problem.iterations(),
                problem.points() * ofAPoint,
                Workload.FLOATING_POINT);
    }

    /** Each has a plane and a column of rows at least. */
    @Override
    protected int mostMembers(ProblemClass problemClass) {
        FtProblem problem = FtProblem.of(problemClass);
        return Math.min(problem.ny(), problem.nz());
    }

    @Override
    protected Outcome compute(Communicator world, ProblemClass problemClass) {
        FtProblem problem = FtProblem.of(problemClass);
        Box box = new Box(problem.nx(), problem.ny(), problem.nz(), world.size(), world.rank());
        HeatEquation equation = new HeatEquation(box, world);
        equation.start(); // once for nothing, as in the suite

        Stopwatch stopwatch = Stopwatch.start(world);
        double[] sums = new double[2 * problem.iterations()];
        equation.start();
        for (int iteration = 0; iteration < problem.iterations(); iteration++) {
            equation.step();
            equation.addSamples(sums, 2 * iteration);
        }
        DirectBuffer all = DirectBuffer.of(sums);
        world.allReduce(all, all, Reductions.sum());
        double seconds = stopwatch.stop();

        return new Outcome(seconds, checks(problem, sums));
    }

    private static List<Check> checks(FtProblem problem, double[] sums) {
        List<Check> checks = new ArrayList<>();
        for (int iteration = 0; iteration < problem.iterations(); iteration++) {
            double[] expected = problem.checksums()[iteration];
            String what = "%s part of checksum " + (iteration + 1);
            checks.add(new Check(what.formatted("real"), expected[0], sums[2 * iteration], TOLERANCE));
            checks.add(new Check(what.formatted("imaginary"), expected[1], sums[2 * iteration + 1], TOLERANCE));
        }
        return checks;
    }
}

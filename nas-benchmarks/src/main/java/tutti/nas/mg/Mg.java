package tutti.nas.mg;

import java.util.List;
import tutti.group.Communicator;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;
import tutti.nas.kernel.Stopwatch;
import tutti.nas.kernel.Workload;

/** Solves Poisson's equation on a periodic cube, by multigrid V-cycles. */
public final class Mg extends Kernel {
    private static final double TOLERANCE = 1e-8;
    private static final double OPERATIONS_OF_A_POINT = 58; // in an iteration, as the suite counts

    /**
     * A problem.
     *
     * @param n points on each side
     * @param norm of the residual in the end
     */
    private record Problem(int n, int iterations, double norm) {}

    private static Problem problem(ProblemClass problemClass) {
        return switch (problemClass) {
            case S -> new Problem(32, 4, 0.5307707005734e-4);
            case W -> new Problem(128, 4, 0.6467329375339e-5);
            case A -> new Problem(256, 4, 0.2433365309069e-5);
            case B -> new Problem(256, 20, 0.1800564401355e-5);
        };
    }

    private static double[] smoother(ProblemClass problemClass) {
        return switch (problemClass) {
            case S, W, A -> new double[] {-3.0 / 8, 1.0 / 32, -1.0 / 64};
            case B -> new double[] {-3.0 / 17, 1.0 / 33, -1.0 / 61};
        };
    }

    @Override
    public String name() {
        return "MG";
    }

    @Override
    public Workload workload(ProblemClass problemClass) {
        Problem problem = problem(problemClass);
        double points = Math.pow(problem.n(), 3);
        return new Workload(
                "%1$dx%1$dx%1$d".formatted(problem.n()),
                problem.iterations(),
                OPERATIONS_OF_A_POINT * problem.iterations() * points,
                Workload.FLOATING_POINT);
    }

    /** Each has two planes at least. */
    @Override
    protected int mostMembers(ProblemClass problemClass) {
        return problem(problemClass).n() / 2;
    }

    @Override
    protected Outcome compute(Communicator world, ProblemClass problemClass) {
        Problem problem = problem(problemClass);
        Grid right = new Grid(problem.n(), MultigridSolver.planes(problem.n(), world.size()));
        Charges.set(right, world);
        MultigridSolver solver = new MultigridSolver(world, right, smoother(problemClass));
        solver.start();
        solver.cycle(); // once for nothing, as in the suite

        Stopwatch stopwatch = Stopwatch.start(world);
        solver.start();
        for (int iteration = 0; iteration < problem.iterations(); iteration++) {
            solver.cycle();
        }
        double norm = solver.norm();
        double seconds = stopwatch.stop();

        return new Outcome(seconds, List.of(new Check("norm of the residual", problem.norm(), norm, TOLERANCE)));
    }
}

package tutti.nas.cg;

import java.util.Arrays;
import java.util.List;
import tutti.group.Communicator;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;
import tutti.nas.kernel.Stopwatch;
import tutti.nas.kernel.Workload;

/**
 * Estimates the smallest eigenvalue of a large sparse matrix by inverse iteration; each iteration solves a system of
 * equations by 25 steps of conjugate gradients.
 *
 * <p>Members have blocks of rows and columns, see {@link ProcessGrid}.
 */
public final class Cg extends Kernel {
    private static final double TOLERANCE = 1e-10;
    private static final int INNER_STEPS = 25;
    private static final int MOST_MEMBERS = 1024; // blocks of 43 rows and columns in class S

    /**
     * A problem.
     *
     * @param n rows
     * @param nonzeros of each of the vectors that make the matrix
     * @param shift of the eigenvalues
     * @param zeta the estimate, plus the shift
     */
    record Problem(int n, int nonzeros, int iterations, double shift, double zeta) {}

    private static Problem problem(ProblemClass problemClass) {
        return switch (problemClass) {
            case S -> new Problem(1_400, 7, 15, 10, 8.5971775078648);
            case W -> new Problem(7_000, 8, 15, 12, 10.362595087124);
            case A -> new Problem(14_000, 11, 15, 20, 17.130235054029);
            case B -> new Problem(75_000, 13, 75, 60, 22.712745482631);
        };
    }

    @Override
    public String name() {
        return "CG";
    }

    @Override
    public Workload workload(ProblemClass problemClass) {
        Problem problem = problem(problemClass);
        double nonzerosOfARow = problem.nonzeros() * (problem.nonzeros() + 1.0);
        double operations = 2.0
                * problem.iterations()
                * problem.n()
                * (3 + nonzerosOfARow + INNER_STEPS * (5 + nonzerosOfARow) + 3);
        return new Workload(Integer.toString(problem.n()), problem.iterations(), operations, Workload.FLOATING_POINT);
    }

    @Override
    protected int mostMembers(ProblemClass problemClass) {
        return MOST_MEMBERS;
    }

    @Override
    protected Outcome compute(Communicator world, ProblemClass problemClass) {
        Problem problem = problem(problemClass);
        ProcessGrid grid = new ProcessGrid(world, problem.n());
        SparseMatrix matrix = MatrixGenerator.generate(problem, grid);
        Solver solver = new Solver(matrix, grid, INNER_STEPS);
        double[] x = new double[grid.columns()];
        iterate(problem, grid, solver, x, 1); // once for nothing, as in the suite

        Stopwatch stopwatch = Stopwatch.start(world);
        double zeta = iterate(problem, grid, solver, x, problem.iterations());
        double seconds = stopwatch.stop();

        return new Outcome(seconds, List.of(new Check("zeta", problem.zeta(), zeta, TOLERANCE)));
    }

    /** Begins with a vector of ones. */
    private static double iterate(Problem problem, ProcessGrid grid, Solver solver, double[] x, int iterations) {
        double zeta = 0;
        Arrays.fill(x, 1);
        for (int iteration = 0; iteration < iterations; iteration++) {
            double[] z = solver.solve(x);
            double[] products = grid.sums(Vectors.dot(x, z), Vectors.dot(z, z));
            zeta = problem.shift() + 1 / products[0];
            Vectors.scale(z, 1 / Math.sqrt(products[1]), x);
        }
        return zeta;
    }
}

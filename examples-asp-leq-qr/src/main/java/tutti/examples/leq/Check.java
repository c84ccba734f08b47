package tutti.examples.leq;

import java.io.PrintWriter;
import java.util.Locale;
import org.ejml.data.DMatrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolver;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.ejml.sparse.FillReducing;
import org.ejml.sparse.csc.factory.LinearSolverFactory_DSCC;
import org.jspecify.annotations.Nullable;
import tutti.examples.matrix.DenseMatrix;
import tutti.examples.matrix.Ejml;
import tutti.examples.matrix.Matrix;
import tutti.examples.matrix.SparseMatrix;

/** Checks a solution against EJML, and against the closed form where there is one. */
final class Check {
    private static final double ROUNDING = 1e-9;

    private Check() {}

    /** Returns what is wrong, or null. */
    static @Nullable String wrong(LeqSolution solution, double bound, PrintWriter out) {
        String wrong = solution.equations().isGenerated() ? againstClosedForm(solution, bound, out) : null;
        return wrong == null ? againstEjml(solution, out) : wrong;
    }

    /**
     * All elements are alike, and so are their errors: each phase multiplies them by -(n - 1) / n, so the change of
     * phase p is ((n - 1) / n)^(p - 1).
     */
    private static @Nullable String againstClosedForm(LeqSolution solution, double bound, PrintWriter out) {
        int n = solution.equations().size();
        double factor = (n - 1.0) / n;
        int phases = 1;
        while (Math.pow(factor, phases - 1) >= bound) {
            phases++;
        }
        if (solution.phases() != phases) {
            return "phases=%d, and in closed form %d".formatted(solution.phases(), phases);
        }
        double change = Math.pow(factor, phases - 1);
        if (!(Math.abs(solution.change() - change) <= ROUNDING * change)) {
            return "the last change is %s, and in closed form %s".formatted(solution.change(), change);
        }
        double element = (1 - (phases % 2 == 0 ? 1 : -1) * Math.pow(factor, phases)) / (2 * n - 1);
        for (int i = 0; i < n; i++) {
            if (!(Math.abs(solution.x().get(i) - element) <= ROUNDING * Math.abs(element))) {
                return "x[%d] is %s, and in closed form %s"
                        .formatted(i + 1, solution.x().get(i), element);
            }
        }
        out.printf("verified: phases, last change and every x are those of the closed form%n");
        return null;
    }

    /** What is left to go is at most the last change times q / (1 - q), if each change is q times the one before. */
    private static @Nullable String againstEjml(LeqSolution solution, PrintWriter out) {
        Equations equations = solution.equations();
        int n = equations.size();
        DMatrixRMaj b = new DMatrixRMaj(n, 1);
        for (int i = 0; i < n; i++) {
            b.set(i, equations.right(i));
        }
        DMatrixRMaj exact = solve(equations.matrix(), b);
        if (exact == null) {
            return "EJML finds no solution: the matrix is singular";
        }
        double difference = 0;
        double total = 0;
        for (int i = 0; i < n; i++) {
            difference += Math.abs(solution.x().get(i) - exact.get(i));
            total += Math.abs(exact.get(i));
        }
        double q = Double.isInfinite(solution.before()) ? 0 : solution.change() / solution.before();
        double limit = (q < 1 ? solution.change() * q / (1 - q) : Double.POSITIVE_INFINITY) + ROUNDING * total;
        if (!(difference <= limit)) {
            return String.format(
                    Locale.ROOT, "x differs from EJML's by %.3e in all, more than %.3e", difference, limit);
        }
        out.printf(
                Locale.ROOT,
                "verified: x differs from EJML's by %.3e in all, and may by %.3e after a last change of %.3e%n",
                difference,
                limit,
                solution.change());
        return null;
    }

    private static @Nullable DMatrixRMaj solve(Matrix matrix, DMatrixRMaj b) {
        return switch (matrix) {
            case DenseMatrix dense -> {
                LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.lu(dense.rows());
                yield solve(solver, Ejml.dense(dense), b);
            }
            case SparseMatrix sparse -> {
                LinearSolver<DMatrixSparseCSC, DMatrixRMaj> solver = LinearSolverFactory_DSCC.lu(FillReducing.NONE);
                yield solve(solver, Ejml.sparse(sparse), b);
            }
        };
    }

    private static <A extends DMatrix> @Nullable DMatrixRMaj solve(
            LinearSolver<A, DMatrixRMaj> solver, A matrix, DMatrixRMaj b) {
        DMatrixRMaj x = new DMatrixRMaj(b.numRows, 1);
        if (!solver.setA(matrix)) {
            return null;
        }
        solver.solve(b, x);
        return x;
    }
}

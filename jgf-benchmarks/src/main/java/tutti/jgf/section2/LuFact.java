package tutti.jgf.section2;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;

/**
 * Linpack: a system of linear equations is solved by LU factorization with partial pivoting.
 *
 * <p>Members have the columns in turn. What happens to a column does not depend on who has it, so the solution has the
 * same bits for any number of members. The timer runs for the factorization, the return of the columns to rank 0, and
 * the solution there.
 */
public final class LuFact extends Kernel {
    private static final double FLOPS_PER_MFLOP = 1e6;

    @Override
    public String name() {
        return "LUFact";
    }

    /**
     * A system of equations.
     *
     * @param n number of equations
     * @param limit largest normalised residual
     */
    record Problem(int n, double limit) {
        double megaflops() {
            double size = n;
            return (2 * size * size * size / 3 + 2 * size * size) / FLOPS_PER_MFLOP;
        }
    }

    private static Problem problem(Size size) {
        return switch (size) {
            case A -> new Problem(500, 6);
            case B -> new Problem(1000, 12);
            case C -> new Problem(2000, 20);
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        return run(member, problem(member.settings().size()));
    }

    static @Nullable Outcome run(SuiteMember member, Problem problem) {
        LinearSystem system = new LinearSystem(problem.n());
        LuColumns columns = new LuColumns(system, member);
        Timer timer = member.newTimer();

        timer.start();
        columns.factor();
        LuColumns.@Nullable Whole whole = columns.collect();
        double[] solution = whole == null ? new double[0] : whole.solve(system.rightSide());
        timer.stop();

        return whole == null
                ? null
                : Outcome.of(
                        timing("Mflops", problem.megaflops(), timer.seconds()),
                        List.of(new Check("normalised residual", 0, system.residual(solution), problem.limit())));
    }
}

package tutti.jgf.section2;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;

/**
 * Successive over-relaxation on a square grid whose border is fixed: in each iteration the red points, then the black
 * ones.
 *
 * <p>A point depends on points of the other colour only, so that the grid has the same bits for any number of members.
 * The timer runs for the iterations.
 */
public final class Sor extends Kernel {
    private static final double TOLERANCE = 1e-12;
    private static final long SEED = 10101010;
    private static final double SCALE = 1e-6;

    @Override
    public String name() {
        return "SOR";
    }

    /**
     * A grid.
     *
     * @param n points on each side, border included
     * @param sum of the inner points at the end
     */
    record Problem(int n, int iterations, double sum) {}

    private static Problem problem(Size size) {
        return switch (size) {
            case A -> new Problem(1000, 100, 0.498574406322512);
            case B -> new Problem(1500, 100, 1.1234778980135105);
            case C -> new Problem(2000, 100, 1.9954895063582696);
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        return run(member, problem(member.settings().size()));
    }

    static @Nullable Outcome run(SuiteMember member, Problem problem) {
        Partition innerRows = new Partition(problem.n() - 2, member.members());
        SorRows rows = new SorRows(problem.n(), innerRows, member);
        rows.fill(new Random(SEED), SCALE);
        Timer timer = member.newTimer();

        timer.start();
        for (int iteration = 0; iteration < problem.iterations(); iteration++) {
            rows.sweep(0);
            rows.sweep(1);
            member.progress(iteration + 1, problem.iterations());
        }
        timer.stop();

        double sum = rows.sumAtRoot();
        return member.rank() == 0
                ? Outcome.of(
                        timing("Iterations", problem.iterations(), timer.seconds()),
                        List.of(new Check("sum of the inner points", problem.sum(), sum, TOLERANCE)))
                : null;
    }
}

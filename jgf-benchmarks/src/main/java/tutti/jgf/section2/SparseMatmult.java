package tutti.jgf.section2;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.group.ColGroup;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;
import tutti.serialization.DirectBuffer;

/**
 * A sparse matrix in coordinate form, multiplied 200 times by the same vector; the products are added up.
 *
 * <p>A member has all nonzeros of its block of rows, in the order of the whole matrix. So each element of the result is
 * added up in the same order for any number of members, and has the same bits. After each multiplication all members
 * collect the whole result; the timer runs for multiplications and collections.
 */
public final class SparseMatmult extends Kernel {
    private static final double TOLERANCE = 1e-12;

    @Override
    public String name() {
        return "SparseMatmult";
    }

    /**
     * A matrix of random numbers.
     *
     * @param sum of the result's elements, each counted as often as its row has nonzeros
     */
    record Problem(int rows, int nonzeros, int repetitions, double sum) {}

    private static Problem problem(Size size) {
        return switch (size) {
            case A -> new Problem(50_000, 250_000, 200, 75.02484945753453);
            case B -> new Problem(100_000, 500_000, 200, 150.0130719633895);
            case C -> new Problem(500_000, 2_500_000, 200, 749.5245870753752);
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        return run(member, problem(member.settings().size()));
    }

    static @Nullable Outcome run(SuiteMember member, Problem problem) {
        ColGroup group = member.group();
        Partition rows = new Partition(problem.rows(), member.members());
        Blocks blocks = Blocks.of(rows);
        int first = rows.offset(member.rank());
        int count = rows.size(member.rank());
        RandomMatrix whole = RandomMatrix.of(problem.rows(), problem.nonzeros());
        RandomMatrix mine = whole.rows(first, count);
        double[] result = new double[problem.rows()];
        DirectBuffer own = DirectBuffer.of(result, first, count);
        Timer timer = member.newTimer();

        timer.start();
        for (int repetition = 0; repetition < problem.repetitions(); repetition++) {
            mine.addProductTo(result);
            member.allGather(group, own, DirectBuffer.of(result), blocks);
            member.progress(repetition + 1, problem.repetitions());
        }
        timer.stop();

        return member.rank() == 0
                ? Outcome.of(
                        timing("Iterations", problem.repetitions(), timer.seconds()),
                        List.of(new Check("sum of the result", problem.sum(), whole.sumOf(result), TOLERANCE)))
                : null;
    }
}

package tutti.jgf.section2;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;
import tutti.serialization.DirectBuffer;

/**
 * The first N pairs of Fourier coefficients of (x+1)^x on [0, 2], by the trapezoid rule.
 *
 * <p>The rule has 1000 steps, but leaves the last inner point out: so do the reference values, which are 0.018 less
 * than those of the whole rule.
 *
 * <p>Members compute blocks of pairs, and rank 0 collects them.
 */
public final class Series extends Kernel {
    private static final double[][] REFERENCE = {
        {2.8729524964837996, 0},
        {1.1161046676147888, -1.8819691893398025},
        {0.34429060398168704, -1.1645642623320958},
        {0.15238898702519288, -0.8143461113044298}
    };
    private static final double TOLERANCE = 1e-12;

    private static final double END = 2;
    private static final int STEPS = 1000;
    private static final int LAST_POINT = STEPS - 2;
    private static final int PAIRS_TO_A_REPORT = 100;

    @Override
    public String name() {
        return "Series";
    }

    private static int pairs(Size size) {
        return switch (size) {
            case A -> 10_000;
            case B -> 100_000;
            case C -> 1_000_000;
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        return run(member, pairs(member.settings().size()));
    }

    static @Nullable Outcome run(SuiteMember member, int pairs) {
        boolean collects = member.rank() == 0;
        double[] cosines = new double[collects ? pairs : 0];
        double[] sines = new double[collects ? pairs : 0];
        Timer timer = member.newTimer();

        timer.start();
        compute(member, new Partition(pairs, member.members()), cosines, sines);
        timer.stop();

        return collects
                ? Outcome.of(timing("coefficients", 2.0 * pairs - 1, timer.seconds()), checks(cosines, sines))
                : null;
    }

    private static void compute(SuiteMember member, Partition blocks, double[] cosines, double[] sines) {
        int first = blocks.offset(member.rank());
        int size = blocks.size(member.rank());
        double[] a = new double[size];
        double[] b = new double[size];
        for (int i = 0; i < size; i++) {
            computePair(first + i, i, a, b);
            if (i % PAIRS_TO_A_REPORT == 0) {
                member.progress(i, size);
            }
        }
        collect(member, blocks, a, cosines);
        collect(member, blocks, b, sines);
    }

    private static void computePair(int n, int index, double[] a, double[] b) {
        if (n == 0) {
            a[index] = integral(Series::f) / 2;
        } else {
            double omega = Math.PI * n;
            a[index] = integral(x -> f(x) * Math.cos(omega * x));
            b[index] = integral(x -> f(x) * Math.sin(omega * x));
        }
    }

    private static double f(double x) {
        return Math.pow(x + 1, x);
    }

    /** Integrates over [0, 2]; the reference values are those of a point that advances by addition. */
    private static double integral(DoubleUnaryOperator function) {
        double dx = END / STEPS;
        double sum = function.applyAsDouble(0) / 2;
        double x = 0;
        for (int step = 1; step <= LAST_POINT; step++) {
            x += dx;
            sum += function.applyAsDouble(x);
        }
        return (sum + function.applyAsDouble(END) / 2) * dx;
    }

    private static void collect(SuiteMember member, Partition blocks, double[] mine, double[] all) {
        member.gather(member.group(), DirectBuffer.of(mine), DirectBuffer.of(all), Blocks.of(blocks), 0);
    }

    private static List<Check> checks(double[] cosines, double[] sines) {
        List<Check> checks = new ArrayList<>();
        for (int n = 0; n < REFERENCE.length; n++) {
            checks.add(new Check("a" + n, REFERENCE[n][0], cosines[n], TOLERANCE));
            checks.add(new Check("b" + n, REFERENCE[n][1], sines[n], TOLERANCE));
        }
        return checks;
    }
}

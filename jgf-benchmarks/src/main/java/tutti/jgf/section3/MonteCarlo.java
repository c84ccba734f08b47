package tutti.jgf.section3;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteException;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;
import tutti.jgf.suite.Timing;

/**
 * Section 3: draws thousands of courses that a share's price might take, and averages what they come to.
 *
 * <p>Members draw blocks of them, and rank 0 collects all as objects, in their order, so that the average does not
 * depend on the number of members. The reference values are those of the suite's own file of past prices. With
 * generated ones the average must be that of a loop over all courses at rank 0, exactly.
 */
public final class MonteCarlo implements Benchmark {
    private static final double TOLERANCE = 1e-12;
    private static final int PATHS_TO_A_REPORT = 100;

    /** Makes the benchmark. */
    public MonteCarlo() {}

    @Override
    public int section() {
        return 3;
    }

    @Override
    public String name() {
        return "MonteCarlo";
    }

    @Override
    public List<Size> sizes() {
        return List.of(Size.A, Size.B);
    }

    /** Returns why a file is not the suite's own {@code hitData}, or null if it is. */
    public static @Nullable String refusal(Path hitData) {
        try {
            PriceHistory.fromHitData(hitData);
            return null;
        } catch (SuiteException refusal) {
            return refusal.getMessage();
        }
    }

    private static int paths(Size size) {
        return switch (size) {
            case A -> 10_000;
            case B -> 60_000;
            case C -> throw new IllegalArgumentException("no such size: " + size);
        };
    }

    private static double reference(Size size) {
        return switch (size) {
            case A -> -0.0333976656762814;
            case B -> -0.03215796752868655;
            case C -> throw new IllegalArgumentException("no such size: " + size);
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        int paths = paths(member.settings().size());
        String hitData = member.settings().hitData();
        Timer total = member.newTimer();
        Timer run = member.newTimer();

        total.start();
        Returns past = past(member, hitData);
        run.start();
        List<List<PricePath>> drawn = member.gather(member.group(), draw(member, past, paths), 0);
        run.stop();
        double average = drawn == null ? 0 : average(drawn, paths);
        total.stop();

        if (drawn == null) {
            return null;
        }
        Check check = hitData == null
                ? new Check("mean expected return (generated prices)", alone(past, paths), average, 0)
                : new Check(
                        "mean expected return (hitData)",
                        reference(member.settings().size()),
                        average,
                        TOLERANCE);
        return new Outcome(
                List.of(
                        new Timing("Run", "Samples", paths, run.seconds()),
                        new Timing("Total", "Solutions", 1, total.seconds())),
                List.of(check));
    }

    /** Read by rank 0 alone, so that the file need not be on every host. */
    private static Returns past(SuiteMember member, @Nullable String hitData) {
        @Nullable Returns own = member.rank() == 0 ? Returns.of(prices(hitData)) : null;
        return Objects.requireNonNull(member.<@Nullable Returns>broadcast(member.group(), own, 0));
    }

    private static double[] prices(@Nullable String hitData) {
        return hitData == null ? PriceHistory.generated() : PriceHistory.fromHitData(Path.of(hitData));
    }

    private static List<PricePath> draw(SuiteMember member, Returns past, int paths) {
        Partition blocks = new Partition(paths, member.members());
        int first = blocks.offset(member.rank());
        int size = blocks.size(member.rank());
        List<PricePath> drawn = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            drawn.add(PricePath.random(past, first + i));
            if (i % PATHS_TO_A_REPORT == 0) {
                member.progress(i, size);
            }
        }
        return drawn;
    }

    private static double average(List<List<PricePath>> drawn, int paths) {
        double sum = 0;
        for (List<PricePath> block : drawn) {
            for (PricePath path : block) {
                sum += path.expectedReturn();
            }
        }
        return sum / paths;
    }

    /** Returns the average as a single member would compute it. */
    static double alone(Returns past, int paths) {
        double sum = 0;
        for (int path = 0; path < paths; path++) {
            sum += PricePath.random(past, path).expectedReturn();
        }
        return sum / paths;
    }
}

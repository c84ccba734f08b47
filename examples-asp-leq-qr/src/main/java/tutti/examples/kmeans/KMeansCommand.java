package tutti.examples.kmeans;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.charts.ChartFile;
import tutti.examples.support.InputException;
import tutti.examples.support.LossLog;
import tutti.examples.support.ProgramCommand;
import tutti.examples.support.Text;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;

/** The command line of the program: takes the points, starts the members, prints the result. */
@Command(
        name = "kmeans",
        sortOptions = false,
        description = "Divides points into clusters, such that each is nearest to the centre of its own (K-means).",
        footer = {
            "",
            "Example, in the folder of the examples: airports by longitude and latitude",
            "  tutti run kmeans --input data/us-airports.tsv --columns 7,6 --plot map.svg"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:found", "1:failed, or the result is wrong (--verify)", "2:the input cannot be used"})
final class KMeansCommand extends ProgramCommand {

    @ArgGroup
    private final Source source = new Source();

    @Option(
            names = {"-k", "--clusters"},
            paramLabel = "K",
            description = "Number of clusters (default: ${DEFAULT-VALUE}).")
    private int clusters = 5;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of all that is random: generated points and first centres (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--rounds", paramLabel = "N", description = "End after N rounds (default: ${DEFAULT-VALUE}).")
    private int rounds = 1000;

    @Option(
            names = "--verify",
            description = "Compare with what Apache Commons Math finds from the same first centres.")
    private boolean verify;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Draw the clusters in their first two dimensions: .svg or .png.")
    private @Nullable Path plot;

    @Option(
            names = "--replace",
            paramLabel = "SECONDS",
            description = "Wait so long for JVMs that 'tutti join' starts in the place of lost ones.")
    private @Nullable Integer replaceSeconds;

    @ArgGroup(exclusive = false)
    private @Nullable Kill kill;

    private static final class Kill {
        @Option(
                names = "--kill-rank",
                required = true,
                paramLabel = "R",
                description = "Halt the JVM of this rank without a word, to see a newcomer take its place.")
        private int rank;

        @Option(names = "--at-round", required = true, paramLabel = "N", description = "When to halt it.")
        private int round;
    }

    private static final class Source {
        @ArgGroup(exclusive = false)
        private final Generated generated = new Generated();

        @ArgGroup(exclusive = false)
        private @Nullable Table table;
    }

    private static final class Generated {
        @Option(
                names = "--points",
                paramLabel = "N",
                defaultValue = "10000",
                description =
                        "Generate N points around as many centres as there are clusters (default: ${DEFAULT-VALUE}).")
        private int points = 10_000;

        @Option(
                names = "--dimensions",
                paramLabel = "D",
                defaultValue = "2",
                description = "Dimensions of generated points (default: ${DEFAULT-VALUE}).")
        private int dimensions = 2;
    }

    private static final class Table {
        @Option(names = "--input", required = true, paramLabel = "FILE", description = "Read points from a CSV file.")
        private @Nullable Path input;

        @Option(
                names = "--columns",
                paramLabel = "COLUMN",
                split = ",",
                description = "Columns to take, by name or number (default: all that begin with a number).")
        private List<String> columns = new ArrayList<>();

        @Option(
                names = "--separator",
                paramLabel = "C",
                description = "What separates columns (default: a tab in a .tsv file, else a comma).")
        private @Nullable Character separator;
    }

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    KMeansCommand(String... jobArguments) {
        super("kmeans", jobArguments);
    }

    @Override
    public Integer call() {
        ColGroupMaster master = master();
        Supplier<@Nullable Points> input = once(() -> input(master));
        List<ClusterMember> members;
        try (master) {
            members = start(master, () -> new KMeans(input, clusters, rounds, seed, losses()));
        } // waits until they are done

        for (ClusterMember member : members) {
            Clustering clustering = member.clustering();
            if (clustering != null) {
                return report(clustering, master);
            }
        }
        return exitCodeWithoutResult();
    }

    private static List<ClusterMember> start(ColGroupMaster master, Supplier<ClusterMember> making) {
        if (!master.isNewcomer()) {
            return master.start("kmeans", making);
        }
        ClusterMember member = making.get();
        ColGroup group = master.grownGroup(member);
        member.replace(master.grownState());
        member.start(group);
        return List.of(member);
    }

    private Losses losses() {
        PrintWriter out = out();
        return new Losses(
                replaceSeconds == null ? null : Duration.ofSeconds(replaceSeconds),
                kill == null ? -1 : kill.rank,
                kill == null ? -1 : kill.round,
                new LossLog(text -> {
                    out.println(text);
                    out.flush();
                }));
    }

    /** Called by rank 0, wherever it lives: the other processes need no file. */
    private Points input(ColGroupMaster master) throws InputException {
        check();
        checkLosses(master);
        Points points = source.table != null && source.table.input != null
                ? CsvPoints.read(source.table.input, source.table.separator, source.table.columns)
                : RandomPoints.generate(source.generated.points, source.generated.dimensions, clusters, seed);
        checkPoints(points);
        return points;
    }

    private void check() throws InputException {
        atLeastOne("--clusters", clusters);
        atLeastOne("--rounds", rounds);
        atLeastOne("--points", source.generated.points);
        atLeastOne("--dimensions", source.generated.dimensions);
        long numbers = (long) source.generated.points * source.generated.dimensions;
        if (numbers > Integer.MAX_VALUE - 8) {
            throw new InputException("--points=%d --dimensions=%d: too many numbers, limit=%d"
                    .formatted(source.generated.points, source.generated.dimensions, Integer.MAX_VALUE - 8));
        }
        if (plot != null && !ChartFile.isPossible(plot)) {
            throw new InputException("--plot=%s: name it .svg or .png".formatted(plot));
        }
    }

    private void checkLosses(ColGroupMaster master) throws InputException {
        if (replaceSeconds != null) {
            atLeastOne("--replace", replaceSeconds);
        }
        if (kill != null && !master.isNewcomer()) {
            if (kill.rank < 0 || kill.rank >= master.numberOfCpus()) {
                throw new InputException(
                        "--kill-rank=%d: must lie in [0, %d)".formatted(kill.rank, master.numberOfCpus()));
            }
            if (master.processes() == 1) {
                throw new InputException("--kill-rank ends a JVM, and there is no other; run with --jvms 2 or more");
            }
        }
    }

    private static void atLeastOne(String option, int value) throws InputException {
        if (value < 1) {
            throw new InputException("%s=%d: must be 1 or more".formatted(option, value));
        }
    }

    private void checkPoints(Points points) throws InputException {
        int different = points.different(clusters);
        if (different < clusters) {
            throw new InputException("--clusters=%d: there are only %d different points (%s)"
                    .formatted(clusters, different, points.origin()));
        }
        if (plot != null && points.dimensions() < 2) {
            throw new InputException("--plot: the points have one dimension, a plot needs two");
        }
    }

    private int report(Clustering clustering, ColGroupMaster master) {
        Points points = clustering.points();
        PrintWriter out = out();
        out.printf(
                "kmeans: %d points in %d dimensions (%s): %s%n",
                points.size(), points.dimensions(), points.origin(), String.join(", ", points.names()));
        out.println(Text.members(master));
        out.printf(Locale.ROOT, "time: %.3f s%n", clustering.nanos() / 1e9);
        out.printf("rounds: %d%n", clustering.rounds());
        for (int cluster = 0; cluster < clusters; cluster++) {
            String centre = Arrays.stream(clustering.centres().of(cluster))
                    .mapToObj(coordinate -> String.format(Locale.ROOT, "%.4g", coordinate))
                    .collect(Collectors.joining(", "));
            out.printf("cluster %d: %d points around (%s)%n", cluster + 1, clustering.size(cluster), centre);
        }
        out.printf(Locale.ROOT, "sum of squared distances: %.10g%n", clustering.scatter());
        out.printf("checksum: %016x%n", clustering.checksum());
        out.flush();
        return draw(clustering) && verify(clustering, out) ? 0 : WRONG;
    }

    private boolean draw(Clustering clustering) {
        if (plot != null) {
            try {
                ClusterPlot.write(clustering, plot);
            } catch (IOException e) {
                complain("--plot=%s: cannot be written: %s".formatted(plot, e));
                return false;
            }
        }
        return true;
    }

    private boolean verify(Clustering clustering, PrintWriter out) {
        if (!verify) {
            return true;
        }
        String difference = CommonsMath.firstDifference(clustering, rounds);
        out.println(
                difference == null
                        ? "verified: each of the %d points is in the cluster that Commons Math finds, and all centres are equal"
                                .formatted(clustering.points().size())
                        : "wrong: " + difference);
        out.flush();
        return difference == null;
    }
}

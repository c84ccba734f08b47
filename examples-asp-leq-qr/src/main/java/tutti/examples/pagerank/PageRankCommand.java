package tutti.examples.pagerank;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.examples.support.InputException;
import tutti.examples.support.Text;
import tutti.group.ColGroupMaster;

/** The command line of the program: takes the network, starts the members, prints the result. */
@Command(
        name = "pagerank",
        sortOptions = false,
        description = {
            "Finds the PageRank of each vertex of a network: the share of time that someone spends there who follows"
                    + " links at random.",
            "Or finds which vertices are connected at all."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:found", "1:failed, or the result is wrong (--verify)", "2:the input cannot be used"})
final class PageRankCommand implements Callable<Integer> {
    private static final int WRONG = 1;
    private static final int UNUSABLE = 2;
    private static final int MOST_VERTICES = 20_000_000;

    private final String[] jobArguments;

    @ArgGroup
    private final Source source = new Source();

    @Option(names = "--undirected", description = "Let every arc also lead back.")
    private boolean undirected;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "pagerank, or components: connected components, whichever way arcs lead (default:"
                    + " ${DEFAULT-VALUE}).")
    private Algorithm algorithm = Algorithm.PAGERANK;

    @Option(
            names = "--damping",
            paramLabel = "D",
            description = "Probability that a link is followed (default: ${DEFAULT-VALUE}).")
    private double damping = 0.85;

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description = "End when no rank changes by so much in a round (default: ${DEFAULT-VALUE}).")
    private double tolerance = 1e-10;

    @Option(names = "--rounds", paramLabel = "N", description = "End after N rounds (default: ${DEFAULT-VALUE}).")
    private int rounds = 1000;

    @Option(
            names = "--top",
            paramLabel = "K",
            description = "Print the K highest ranks, or largest components (default: ${DEFAULT-VALUE}).")
    private int top = 10;

    @Option(
            names = "--names",
            paramLabel = "FILE",
            description = "Print names: lines of a vertex' number, a tab, its name.")
    private @Nullable Path names;

    @Option(names = "--verify", description = "Compare with what JGraphT finds.")
    private boolean verify;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private Map<Long, String> nameOf = Map.of();
    private volatile boolean inputRefused;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private enum Algorithm {
        PAGERANK,
        COMPONENTS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final class Source {
        @Option(
                names = "--vertices",
                paramLabel = "N",
                defaultValue = "10000",
                description = "Generate a network of N vertices (default: ${DEFAULT-VALUE}).")
        private int vertices = 10_000;

        @Option(
                names = "--input",
                paramLabel = "FILE",
                description = "Read a network: a list of arcs (FROM TO; as in the SNAP collection) or Matrix Market"
                        + " (.mtx), as it is or gzipped. Weights do not count.")
        private @Nullable Path input;
    }

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    PageRankCommand(String... jobArguments) {
        this.jobArguments = jobArguments.clone();
    }

    @Override
    public Integer call() {
        ColGroupMaster master = new ColGroupMaster(jobArguments);
        List<GraphMember> members;
        try (master) {
            members = master.start("pagerank", () -> member(this::input));
        } // waits until they are done

        for (GraphMember member : members) {
            GraphMember.Result result = member.result();
            if (result != null) {
                return report(result, master);
            }
        }
        return inputRefused ? UNUSABLE : 0;
    }

    private GraphMember member(Supplier<@Nullable Network> input) {
        return switch (algorithm) {
            case PAGERANK -> new PageRank(input, settings());
            case COMPONENTS -> new Components(input);
        };
    }

    private PageRank.Settings settings() {
        return new PageRank.Settings(damping, tolerance, rounds);
    }

    /** Called by rank 0, wherever it lives: the other processes need no file. */
    private @Nullable Network input() {
        try {
            check();
            nameOf = Names.read(names);
            boolean bothWays = undirected || algorithm == Algorithm.COMPONENTS;
            return source.input == null
                    ? RandomNetwork.generate(source.vertices, bothWays)
                    : NetworkReader.read(source.input, bothWays);
        } catch (InputException e) {
            spec.commandLine().getErr().println("pagerank: " + e.getMessage());
            inputRefused = true;
            return null;
        }
    }

    private void check() throws InputException {
        if (!(damping >= 0 && damping <= 1)) {
            throw new InputException("--damping=%s: a probability lies between 0 and 1".formatted(damping));
        }
        if (!(tolerance > 0)) {
            throw new InputException("--tolerance=%s: must be positive".formatted(tolerance));
        }
        if (rounds < 1) {
            throw new InputException("--rounds=%d: must be 1 or more".formatted(rounds));
        }
        if (top < 0) {
            throw new InputException("--top=%d: must be 0 or more".formatted(top));
        }
        if (source.vertices < 1 || source.vertices > MOST_VERTICES) {
            throw new InputException(
                    "--vertices=%d: a generated network has 1 to %d".formatted(source.vertices, MOST_VERTICES));
        }
    }

    private int report(GraphMember.Result result, ColGroupMaster master) {
        Network network = result.network();
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%s: %d vertices, %d arcs (%s)%n", algorithm, network.size(), network.arcs(), network.origin());
        out.println(Text.members(master));
        out.printf(Locale.ROOT, "time: %.3f s%n", result.nanos() / 1e9);
        out.printf("rounds: %d%n", result.rounds());
        Ranking ranking = new Ranking(network, vertex -> {
            String name = nameOf.get(network.name(vertex));
            return network.name(vertex) + (name == null ? "" : " (" + name + ")");
        });
        ranking.print(out, algorithm == Algorithm.COMPONENTS, top);
        out.flush();
        return verify ? verify(network, out) : 0;
    }

    private int verify(Network network, PrintWriter out) {
        String difference = switch (algorithm) {
            case PAGERANK -> JGraphT.firstDifferentRank(network, settings());
            case COMPONENTS -> JGraphT.firstDifferentComponent(network);
        };
        if (difference != null) {
            out.println("wrong: " + difference);
        } else if (algorithm == Algorithm.COMPONENTS) {
            out.printf("verified: each of the %d vertices is in the component that JGraphT finds%n", network.size());
        } else {
            out.printf("verified: each of the %d ranks is within %s of JGraphT's%n", network.size(), tolerance);
        }
        out.flush();
        return difference == null ? 0 : WRONG;
    }
}

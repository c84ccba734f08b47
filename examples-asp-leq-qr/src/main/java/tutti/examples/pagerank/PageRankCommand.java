package tutti.examples.pagerank;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
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
final class PageRankCommand extends ProgramCommand {
    private static final int MOST_VERTICES = 20_000_000;

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

    private Map<Long, String> nameOf = Map.of();

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
        super("pagerank", jobArguments);
    }

    @Override
    public Integer call() {
        ColGroupMaster master = master();
        Supplier<@Nullable Network> input = once(this::input);
        List<GraphMember> members;
        try (master) {
            members = master.start("pagerank", () -> member(input));
        } // waits until they are done

        for (GraphMember member : members) {
            GraphMember.Result result = member.result();
            if (result != null) {
                return report(result, master);
            }
        }
        return exitCodeWithoutResult();
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
    private Network input() throws InputException {
        check();
        nameOf = Names.read(names);
        boolean bothWays = undirected || algorithm == Algorithm.COMPONENTS;
        return source.input == null
                ? RandomNetwork.generate(source.vertices, bothWays)
                : NetworkReader.read(source.input, bothWays);
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
        PrintWriter out = out();
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

package tutti.examples.asp;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.InputException;
import tutti.examples.support.SolverCommand;
import tutti.examples.support.Text;
import tutti.examples.support.Version;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/** The command line of the program; {@link SolverCommand} has what Figure 2 of the paper shows. */
@Command(
        name = "asp",
        sortOptions = false,
        description = {
            "Finds the shortest paths between all pairs of vertices of a graph, by Floyd's algorithm: rows of the"
                    + " table of distances lie in blocks with the members, and in step k the owner of row k broadcasts"
                    + " it.",
            "--verify compares all distances with those that JGraphT finds."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:solved", "1:failed, or the distances are wrong (--verify)", "2:the input cannot be used"})
final class AspCommand extends SolverCommand<Problem, AspSolution> {
    @ArgGroup
    private final Source source = new Source();

    @Option(names = "--undirected", description = "Let every arc of the file also lead back.", order = 3)
    private boolean undirected;

    private static final class Source {
        @Option(
                names = "--size",
                paramLabel = "N",
                defaultValue = "500",
                description = "Generate a complete graph with N vertices (default: ${DEFAULT-VALUE}).",
                order = 1)
        private int size = 500;

        @Option(
                names = "--graph",
                paramLabel = "FILE",
                description = "Read a graph: DIMACS (.gr) or Matrix Market (.mtx), as it is or gzipped.",
                order = 2)
        private @Nullable Path graph;
    }

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    AspCommand(String... jobArguments) {
        super("asp", jobArguments);
    }

    @Override
    protected ColMember member(Version version, Supplier<@Nullable Problem> input) {
        return switch (version) {
            case OBJECTS -> new Asp(input, verifies(), false);
            case BUFFERS -> new Asp(input, verifies(), true);
            case RMI -> new AspRmi(input, verifies());
        };
    }

    @Override
    protected Problem input(ColGroupMaster master) throws InputException {
        SizeLimit limit = SizeLimit.of(Runtime.getRuntime().maxMemory(), bytesPerPair(master), verifies());
        if (source.graph != null) {
            return GraphReader.read(source.graph, undirected, limit);
        }
        if (undirected) {
            throw new InputException("--undirected is for --graph; a generated graph is directed");
        }
        if (source.size < 1) {
            throw new InputException("--size=%d: a graph has 1 vertex or more".formatted(source.size));
        }
        if (source.size > limit.vertices()) {
            throw new InputException("--size=%d: %s".formatted(source.size, limit.complaint(source.size)));
        }
        return new RandomMatrix(source.size);
    }

    /** Rank 0's JVM needs most: its members' share of the rows and, to verify, the whole table and JGraphT's graph. */
    private double bytesPerPair(ColGroupMaster master) {
        double share = (double) master.localMembers() / master.numberOfCpus();
        int check = 2 * Integer.BYTES + (source.graph == null ? JGraphT.BYTES_PER_ARC : 0);
        return Integer.BYTES * share + (verifies() ? check : 0);
    }

    @Override
    protected void report(AspSolution solution, ColGroupMaster master, PrintWriter out) {
        Problem problem = solution.problem();
        Summary summary = solution.summary();
        long pairs = (long) problem.size() * (problem.size() - 1);
        out.printf("asp: %d vertices, %d arcs (%s)%n", problem.size(), problem.arcs(), problem.origin());
        out.println(Text.members(master));
        out.println(summary.times().line());
        out.printf("unreachable: %d of %d pairs%n", summary.unreachable(), pairs);
        if (summary.longest() >= 0) {
            out.printf(
                    "longest: %d, from vertex %d to vertex %d%n",
                    summary.longest(), summary.from() + 1, summary.to() + 1);
        }
        out.printf("checksum: %016x%n", summary.checksum());
    }

    @Override
    protected @Nullable String wrong(AspSolution solution, PrintWriter out) {
        return wrong(solution.problem(), Objects.requireNonNull(solution.blocks()), out);
    }

    /** Compares with JGraphT. */
    static @Nullable String wrong(Problem problem, List<int[][]> blocks, PrintWriter out) {
        String difference = JGraphT.firstDifference(problem, blocks);
        if (difference == null) {
            long distances = (long) problem.size() * problem.size();
            out.printf("verified: every one of the %d distances equals JGraphT's%n", distances);
        }
        return difference;
    }
}

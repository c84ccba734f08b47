package tutti.examples.asp;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.group.ColGroupMaster;

/** The command line of the program: takes the input, starts the members, prints the result. */
@Command(
        name = "asp",
        sortOptions = false,
        description = "Finds the shortest paths between all pairs of vertices of a graph.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:solved", "1:failed, or the distances are wrong (--verify)", "2:the input cannot be used"})
final class AspCommand implements Callable<Integer> {
    private static final int WRONG = 1;
    private static final int UNUSABLE = 2;

    private final String[] jobArguments;

    @ArgGroup
    private final Source source = new Source();

    @Option(names = "--undirected", description = "Let every arc of the file also lead back.")
    private boolean undirected;

    @Option(names = "--verify", description = "Compare all distances with those that JGraphT finds.")
    private boolean verify;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private volatile boolean inputRefused;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private static final class Source {
        @Option(
                names = "--size",
                paramLabel = "N",
                defaultValue = "500",
                description = "Generate a complete graph with N vertices (default: ${DEFAULT-VALUE}).")
        private int size = 500;

        @Option(
                names = "--graph",
                paramLabel = "FILE",
                description = "Read a graph: DIMACS (.gr) or Matrix Market (.mtx), as it is or gzipped.")
        private @Nullable Path graph;
    }

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    AspCommand(String... jobArguments) {
        this.jobArguments = jobArguments.clone();
    }

    @Override
    public Integer call() {
        ColGroupMaster master = new ColGroupMaster(jobArguments);
        List<Asp> members;
        try (master) {
            members = master.start("asp", () -> new Asp(() -> input(master), verify));
        } // waits until they are done

        for (Asp member : members) {
            Solution solution = member.solution();
            if (solution != null) {
                return report(solution, master);
            }
        }
        return inputRefused ? UNUSABLE : 0;
    }

    /** Called by rank 0, wherever it lives: the other processes need no file. */
    private @Nullable Problem input(ColGroupMaster master) {
        try {
            return problem(master);
        } catch (InputException e) {
            spec.commandLine().getErr().println("asp: " + e.getMessage());
            inputRefused = true;
            return null;
        }
    }

    private Problem problem(ColGroupMaster master) throws InputException {
        SizeLimit limit = SizeLimit.of(Runtime.getRuntime().maxMemory(), bytesPerPair(master), verify);
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
        return Integer.BYTES * share + (verify ? check : 0);
    }

    private int report(Solution solution, ColGroupMaster master) {
        Problem problem = solution.problem();
        Summary summary = solution.summary();
        long pairs = (long) problem.size() * (problem.size() - 1);
        PrintWriter out = spec.commandLine().getOut();
        out.printf("asp: %d vertices, %d arcs (%s)%n", problem.size(), problem.arcs(), problem.origin());
        out.printf(
                "members: %d in %d process%s%n",
                master.numberOfCpus(), master.processes(), master.processes() == 1 ? "" : "es");
        out.printf(Locale.ROOT, "time: %.3f s%n", summary.nanos() / 1e9);
        out.printf("unreachable: %d of %d pairs%n", summary.unreachable(), pairs);
        if (summary.longest() >= 0) {
            out.printf(
                    "longest: %d, from vertex %d to vertex %d%n",
                    summary.longest(), summary.from() + 1, summary.to() + 1);
        }
        out.printf("checksum: %016x%n", summary.checksum());
        out.flush();
        return solution.blocks() == null ? 0 : verify(problem, solution.blocks(), out);
    }

    /** Prints whether the table is right, and returns the exit code. */
    static int verify(Problem problem, List<int[][]> blocks, PrintWriter out) {
        String difference = JGraphT.firstDifference(problem, blocks);
        if (difference == null) {
            long distances = (long) problem.size() * problem.size();
            out.printf("verified: every one of the %d distances equals JGraphT's%n", distances);
        } else {
            out.println("wrong: " + difference);
        }
        out.flush();
        return difference == null ? 0 : WRONG;
    }
}

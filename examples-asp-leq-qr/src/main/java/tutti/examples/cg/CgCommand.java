package tutti.examples.cg;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.cg.ConjugateGradients.Settings;
import tutti.examples.cg.ConjugateGradients.Solution;
import tutti.examples.matrix.Matrix;
import tutti.examples.matrix.MatrixFile;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;

/** The command line of the program: takes the matrix, starts the members, prints the result. */
@Command(
        name = "cg",
        sortOptions = false,
        description = "Solves a system of linear equations by conjugate gradients, and continues when JVMs are lost.",
        footer = {
            "",
            "Example, in which one of four JVMs dies:",
            "  tutti run -n 4 --jvms 4 --keep-going cg --kill-rank 2 --at-iteration 25"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:solved", "1:failed", "2:the input cannot be used"})
final class CgCommand extends ProgramCommand {

    @ArgGroup
    private final Source source = new Source();

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description = "Residual, relative to the right side, that is good enough (default: ${DEFAULT-VALUE}).")
    private double tolerance = 1e-10;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "K",
            description = "Iterations from one checkpoint to the next (default: ${DEFAULT-VALUE}).")
    private int checkpointEvery = 10;

    @Option(
            names = "--replace",
            paramLabel = "SECONDS",
            description = "Wait so long for JVMs that 'tutti join' starts in the place of lost ones.")
    private @Nullable Integer replaceSeconds;

    @ArgGroup(exclusive = false)
    private @Nullable Kill kill;

    private static final class Source {
        @Option(
                names = "--grid",
                paramLabel = "N",
                defaultValue = "100",
                description = "Generate the equations of heat on a grid of N * N points (default: ${DEFAULT-VALUE}).")
        private int grid = 100;

        @Option(
                names = "--matrix",
                paramLabel = "FILE",
                description = "Read a symmetric positive definite matrix: Matrix Market (.mtx); every JVM reads it.")
        private @Nullable Path matrix;
    }

    private static final class Kill {
        @Option(
                names = "--kill-rank",
                required = true,
                paramLabel = "R",
                description = "Halt the JVM of this rank without a word, to see the others continue.")
        private int rank;

        @Option(names = "--at-iteration", required = true, paramLabel = "I", description = "When to halt it.")
        private int iteration;
    }

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    CgCommand(String... jobArguments) {
        super("cg", jobArguments);
    }

    @Override
    public Integer call() {
        Matrix matrix;
        List<ConjugateGradients> members;
        long started = System.nanoTime();
        String start = sinceStart();
        ColGroupMaster master = master();
        PrintWriter out = out();
        if (master.isNewcomer()) {
            print(
                    out,
                    String.format(
                            Locale.ROOT,
                            "newcomer: %s after its start it is ready, and %.3f s later it is taken in",
                            start,
                            (System.nanoTime() - started) / 1e9));
        }
        try (master) {
            try {
                matrix = matrix();
                Settings settings = settings(master, matrix);
                members = start(master, () -> new ConjugateGradients(matrix, settings, text -> print(out, text)));
            } catch (InputException e) { // in all processes alike
                return refused(e, master);
            }
        } // waits until they are done

        for (ConjugateGradients member : members) {
            Solution solution = member.solution();
            if (solution != null) {
                print(
                        out,
                        "cg: %d unknowns, %d entries%nmembers: %d of %d, in %d process%s%niterations: %d%n"
                                        .formatted(
                                                matrix.rows(),
                                                matrix.entries(),
                                                solution.members(),
                                                master.numberOfCpus(),
                                                master.processes(),
                                                master.processes() == 1 ? "" : "es",
                                                solution.iterations())
                                + String.format(
                                        Locale.ROOT,
                                        "residual: %.2e, at most %.2e%nlargest error: %.2e%nbits of the solution: %08x",
                                        solution.residual(),
                                        tolerance,
                                        solution.error(),
                                        solution.bits()));
            }
        }
        return 0;
    }

    private static List<ConjugateGradients> start(ColGroupMaster master, Supplier<ConjugateGradients> making) {
        if (!master.isNewcomer()) {
            return master.start("cg", making);
        }
        ConjugateGradients member = making.get();
        ColGroup group = master.grownGroup(member);
        member.replace(master.grownState());
        member.start(group);
        return List.of(member);
    }

    private static String sinceStart() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()).toMillis())
                .map(millis -> String.format(Locale.ROOT, "%.3f s", millis / 1e3))
                .orElse("some time");
    }

    private static void print(PrintWriter out, String text) {
        out.println(text);
        out.flush();
    }

    private Matrix matrix() throws InputException {
        if (source.matrix != null) {
            return MatrixFile.readSymmetric(source.matrix);
        }
        if (source.grid < 1 || source.grid > 10_000) {
            throw new InputException("--grid=%d: a grid has 1 to 10000 points a side".formatted(source.grid));
        }
        return Laplacian.of(source.grid);
    }

    private Settings settings(ColGroupMaster master, Matrix matrix) throws InputException {
        if (!(tolerance > 0)) {
            throw new InputException("--tolerance=%s: must be positive".formatted(tolerance));
        }
        if (checkpointEvery < 1) {
            throw new InputException("--checkpoint-every=%d: must be 1 or more".formatted(checkpointEvery));
        }
        if (kill != null && (kill.rank < 0 || kill.rank >= master.numberOfCpus())) {
            throw new InputException("--kill-rank=%d: must lie in [0, %d)".formatted(kill.rank, master.numberOfCpus()));
        }
        if (kill != null && master.processes() == 1) {
            throw new InputException("--kill-rank ends a JVM, and there is no other; run with --jvms 2 or more");
        }
        if (replaceSeconds != null && replaceSeconds < 1) {
            throw new InputException("--replace=%d: must be 1 or more".formatted(replaceSeconds));
        }
        int limit = 100 + 10 * matrix.rows();
        Kill wanted = master.isNewcomer() ? null : kill; // one that was started again has died already
        return new Settings(
                tolerance,
                checkpointEvery,
                limit,
                wanted == null ? -1 : wanted.rank,
                wanted == null ? -1 : wanted.iteration,
                replaceSeconds == null ? null : Duration.ofSeconds(replaceSeconds));
    }
}

package tutti.examples.qr;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.matrix.Matrix;
import tutti.examples.matrix.MatrixFile;
import tutti.examples.support.Heap;
import tutti.examples.support.InputException;
import tutti.examples.support.SolverCommand;
import tutti.examples.support.Text;
import tutti.examples.support.Version;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/** The command line of the program. */
@Command(
        name = "qr",
        sortOptions = false,
        description = {
            "Factorises a matrix, A P = Q R, by Householder reflections with column pivoting: column j lies with rank"
                    + " j mod members; in each step they agree on the longest column that is left (allReduce of an"
                    + " object), and its owner broadcasts the reflection that is made of it.",
            "--verify multiplies Q R out again, and compares R and P with those that EJML finds."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:factorised", "1:failed, or the factors are wrong (--verify)", "2:the input cannot be used"})
final class QrCommand extends SolverCommand<CyclicColumns, QrSolution> {
    private static final double LARGEST = 1e150; // squares of which can be added up

    @ArgGroup
    private final Source source = new Source();

    private static final class Source {
        @Option(
                names = "--size",
                paramLabel = "N",
                defaultValue = "400",
                description =
                        "Generate a matrix of N * N random numbers between -1000 and 1000 (default: ${DEFAULT-VALUE}).",
                order = 1)
        private int size = 400;

        @Option(
                names = "--input",
                paramLabel = "FILE",
                description = "Read a matrix: Matrix Market (.mtx), dense or sparse, as it is or gzipped.",
                order = 2)
        private @Nullable Path file;
    }

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    QrCommand(String... jobArguments) {
        super("qr", jobArguments);
    }

    @Override
    protected ColMember member(Version version, Supplier<@Nullable CyclicColumns> input) {
        return switch (version) {
            case OBJECTS -> new Qr(input, verifies(), false);
            case BUFFERS -> new Qr(input, verifies(), true);
            case RMI -> new QrRmi(input, verifies());
        };
    }

    @Override
    protected CyclicColumns input(ColGroupMaster master) throws InputException {
        if (source.file != null) {
            Matrix matrix = MatrixFile.read(source.file);
            requireHeap(source.file + ": all columns", matrix.rows(), matrix.columns());
            for (int i = 0; i < matrix.rows(); i++) {
                for (int j = 0; j < matrix.columns(); j++) {
                    if (Math.abs(matrix.get(i, j)) > LARGEST) {
                        throw new InputException("%s: entry %d,%d is %s, limit=%s; divide all entries"
                                .formatted(source.file, i + 1, j + 1, matrix.get(i, j), LARGEST));
                    }
                }
            }
            return CyclicColumns.of(String.valueOf(source.file.getFileName()), matrix);
        }
        if (source.size < 1) {
            throw new InputException("--size=%d: a matrix has 1 row or more".formatted(source.size));
        }
        requireHeap("--size=" + source.size + ": the matrix", source.size, source.size);
        return CyclicColumns.generated(source.size);
    }

    /**
     * Rank 0's JVM needs most: the matrix, its members' part, and to verify what has become of it, EJML's copy and its
     * R.
     */
    private void requireHeap(String what, int rows, int columns) throws InputException {
        Heap.require(what, (verifies() ? 7.0 : 3.0) * rows * columns * Double.BYTES);
    }

    @Override
    protected void report(QrSolution solution, ColGroupMaster master, PrintWriter out) {
        CyclicColumns matrix = solution.matrix();
        out.printf("qr: %d rows, %d columns (%s)%n", matrix.rows(), matrix.columns(), matrix.origin());
        out.println(Text.members(master));
        out.println(solution.times().line());
        out.printf("steps: %d%n", solution.steps().chosen().size());
        if (!solution.steps().chosen().isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "diagonal of R: from %.6e down to %.6e%n",
                    solution.part().largest(),
                    solution.part().smallest());
        }
        out.printf(
                Locale.ROOT, "load balance: %.1f %%%n", 100 * solution.steps().balance());
        out.printf("checksum: %016x%n", solution.checksum());
    }

    @Override
    protected @Nullable String wrong(QrSolution solution, PrintWriter out) {
        return Check.wrong(
                solution.matrix(), solution.steps().chosen(), Objects.requireNonNull(solution.result()), out);
    }
}

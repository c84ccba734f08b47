package tutti.examples.leq;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
        name = "leq",
        sortOptions = false,
        description = {
            "Solves linear equations A x = b by Jacobi's iteration: members hold blocks of rows, improve their part of"
                + " x, and exchange these parts (allGather) and how much they have changed (allReduce) until that is"
                + " little.",
            "--verify compares x with that of EJML's LU factorisation and, for generated equations, with the closed"
                    + " form."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:solved",
            "1:failed, or the solution is wrong (--verify), or there is none to be had this way",
            "2:the input cannot be used"
        })
final class LeqCommand extends SolverCommand<Equations, LeqSolution> {
    @Option(
            names = "--size",
            paramLabel = "N",
            description = "Generate N equations: ones, but N on the diagonal; b is 1 (default: 500).",
            order = 1)
    private @Nullable Integer size;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Read A: Matrix Market (.mtx), dense or sparse, as it is or gzipped.",
            order = 2)
    private @Nullable Path file;

    @Option(
            names = "--right",
            paramLabel = "FILE",
            description = "Read b, a matrix with one column (default: all 1).",
            order = 3)
    private @Nullable Path right;

    @Option(
            names = "--bound",
            paramLabel = "B",
            description = "Stop when all of x together changes by less than this (default: ${DEFAULT-VALUE}).",
            order = 4)
    private double bound = 0.001;

    @Option(
            names = "--max-phases",
            paramLabel = "P",
            description = "Give up after so many improvements of x (default: ${DEFAULT-VALUE}).",
            order = 5)
    private int maxPhases = 1_000_000;

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    LeqCommand(String... jobArguments) {
        super("leq", jobArguments);
    }

    @Override
    protected ColMember member(Version version, Supplier<@Nullable Equations> input) {
        Criterion criterion = new Criterion(bound, maxPhases);
        return switch (version) {
            case OBJECTS -> new Leq(input, criterion, false);
            case BUFFERS -> new Leq(input, criterion, true);
            case RMI -> new LeqRmi(input, criterion);
        };
    }

    @Override
    protected Equations input(ColGroupMaster master) throws InputException {
        if (!(bound > 0)) {
            throw new InputException("--bound=%s: must be positive".formatted(bound));
        }
        if (maxPhases < 1) {
            throw new InputException("--max-phases=%d: must be 1 or more".formatted(maxPhases));
        }
        if (file != null) {
            if (size != null) {
                throw new InputException("--size and --input exclude each other; give one of them");
            }
            return read(file);
        }
        if (right != null) {
            throw new InputException("--right is for --input; generated equations have 1 on the right");
        }
        int n = size == null ? 500 : size;
        if (n < 2) {
            throw new InputException("--size=%d: there are 2 equations or more".formatted(n));
        }
        // rank 0 holds all rows, and in other JVMs a part of them arrives; EJML copies them
        Heap.require("--size=" + n + ": A", (verifies() ? 3.0 : 1.5) * n * n * Double.BYTES);
        return Equations.generated(n);
    }

    private Equations read(Path matrixFile) throws InputException {
        Matrix matrix = MatrixFile.read(matrixFile);
        int n = matrix.rows();
        if (matrix.columns() != n) {
            throw new InputException("%s: not square: rows=%d columns=%d; each unknown needs an equation"
                    .formatted(matrixFile, n, matrix.columns()));
        }
        for (int i = 0; i < n; i++) {
            if (matrix.get(i, i) == 0) {
                throw new InputException(
                        "%s: entry %d,%d on the diagonal is 0, by which Jacobi's iteration divides; reorder the rows"
                                .formatted(matrixFile, i + 1, i + 1));
            }
        }
        double[] b = new double[n];
        Arrays.fill(b, 1);
        if (right != null) {
            Matrix read = MatrixFile.read(right);
            if (read.rows() != n || read.columns() != 1) {
                throw new InputException("%s: rows=%d columns=%d; b needs rows=%d columns=1"
                        .formatted(right, read.rows(), read.columns(), n));
            }
            Arrays.setAll(b, i -> read.get(i, 0));
        }
        return new Equations(String.valueOf(matrixFile.getFileName()), false, n, matrix, b);
    }

    @Override
    protected void report(LeqSolution solution, ColGroupMaster master, PrintWriter out) {
        Equations equations = solution.equations();
        out.printf(
                "leq: %d unknowns, %d entries (%s)%n",
                equations.size(), equations.matrix().entries(), equations.origin());
        out.println(Text.members(master));
        out.println(solution.times().line());
        out.printf("phases: %d%n", solution.phases());
        out.printf(Locale.ROOT, "last change: %.15e%n", solution.change());
        out.printf(
                Locale.ROOT,
                "sum of x: %.15e%n",
                solution.x().stream().mapToDouble(Double::doubleValue).sum());
        out.printf("checksum: %016x%n", solution.checksum());
    }

    @Override
    protected @Nullable String failure(LeqSolution solution) {
        if (solution.change() < bound) {
            return null;
        }
        return solution.phases() >= maxPhases
                ? "no solution after %d phases; give --max-phases more, or --bound more than %s"
                        .formatted(solution.phases(), bound)
                : "x grows beyond all bounds: Jacobi's iteration does not converge for this matrix; it does if in each"
                        + " row the diagonal outweighs the rest";
    }

    @Override
    protected @Nullable String wrong(LeqSolution solution, PrintWriter out) {
        return Check.wrong(solution, bound, out);
    }
}

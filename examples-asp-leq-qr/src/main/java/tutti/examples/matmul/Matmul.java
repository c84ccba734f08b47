package tutti.examples.matmul;

import com.google.gson.Gson;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.Checksum;
import tutti.examples.support.Heap;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.examples.support.RepeatedRun;
import tutti.examples.support.Text;
import tutti.examples.support.TimedCommand;
import tutti.examples.support.Times;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** Multiplies two matrices on a grid of members. */
@Command(
        name = "matmul",
        sortOptions = false,
        description = {
            "Multiplies two matrices of random numbers on a grid of members (SUMMA): panels of both are broadcast along"
                    + " rows and columns of the grid, the next ones while members multiply.",
            "--verify compares the product with EJML's."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:multiplied", "1:failed, or the product is wrong (--verify)", "2:the input cannot be used"})
public final class Matmul extends TimedCommand {
    private static final int MOST = 46_340; // elements of a matrix can be counted in an int

    @ArgGroup
    private final Extents extents = new Extents();

    @Option(
            names = "--panel",
            paramLabel = "W",
            description = "Columns of A that are broadcast in one step (default: ${DEFAULT-VALUE}).",
            order = 3)
    private int panel = 128;

    @Option(names = "--verify", description = "Check the product.", order = 101)
    private boolean verify;

    private static final class Extents {
        @Option(
                names = "--size",
                paramLabel = "N",
                defaultValue = "1000",
                description = "Rows and columns of all matrices (default: ${DEFAULT-VALUE}).",
                order = 1)
        private int size = 1000;

        @Option(
                names = "--shape",
                paramLabel = "M,K,N",
                split = ",",
                description = "Instead: A has M rows and K columns, B has K rows and N columns.",
                order = 2)
        private List<Integer> shape = List.of();
    }

    /** What a run printed as JSON says; the components are its names. */
    private record Run(
            String program,
            int members,
            int jvms,
            int gridRows,
            int gridColumns,
            int rows,
            int inner,
            int columns,
            double seconds,
            double waitSlowestSeconds,
            double gigaflopsPerSecond,
            String checksum) {}

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    Matmul(String... jobArguments) {
        super("matmul", jobArguments);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new Matmul(args), args);
    }

    @Override
    protected Supplier<ColMember> members(ColGroupMaster master) throws InputException {
        Summa.Shape shape = shape();
        return () -> new Member(shape, master);
    }

    private Summa.Shape shape() throws InputException {
        List<Integer> given =
                extents.shape.isEmpty() ? List.of(extents.size, extents.size, extents.size) : extents.shape;
        String option = extents.shape.isEmpty()
                ? "--size=" + extents.size
                : "--shape="
                        + String.join(",", given.stream().map(String::valueOf).toList());
        if (given.size() != 3 || given.stream().anyMatch(extent -> extent < 1 || extent > MOST)) {
            throw new InputException("%s: matrices have 1 to %d rows and columns; a shape is three numbers, M,K,N"
                    .formatted(option, MOST));
        }
        if (panel < 1) {
            throw new InputException("--panel=%d: must be 1 or more".formatted(panel));
        }
        Summa.Shape shape = new Summa.Shape(given.get(0), given.get(1), given.get(2));
        double elements = (double) shape.rows() * shape.inner()
                + (double) shape.inner() * shape.columns()
                + (double) shape.rows() * shape.columns();
        Heap.require(option + ": three matrices", (verify ? 3.0 : 1.2) * elements * Double.BYTES);
        return shape;
    }

    private final class Member extends ColMember {
        private final Summa.Shape shape;
        private final ColGroupMaster master;

        private Member(Summa.Shape shape, ColGroupMaster master) {
            this.shape = shape;
            this.master = master;
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            Summa summa = new Summa(world, shape, panel, RandomEntries::ofA, RandomEntries::ofB);
            Times times = RepeatedRun.of(world, runs(), () -> summa, Summa::multiply, Summa::waitNanos)
                    .fastest();
            Summa.Block block = summa.product();
            Long checksum = world.reduce(checksum(block), Long::sum, 0);
            List<Summa.Block> blocks = verify ? world.gather(block, 0) : null;
            if (times != null && checksum != null) { // at rank 0
                report(times, checksum);
                if (blocks != null) {
                    String wrong = Check.wrong(shape, blocks);
                    checked(wrong);
                    if (wrong == null && !isJson()) {
                        out().println("verified: the product is EJML's");
                    }
                }
            }
        }

        private long checksum(Summa.Block block) {
            long checksum = 0;
            for (int i = 0; i < block.rows.length; i++) {
                int first = (block.firstRow + i) * shape.columns() + block.firstColumn;
                checksum += Checksum.ofElements(first, block.rows[i]);
            }
            return checksum;
        }

        private void report(Times times, long checksum) {
            int[] grid = Summa.grid(master.numberOfCpus()).dimensions();
            double operations = 2.0 * shape.rows() * shape.inner() * shape.columns();
            double rate = operations / times.nanos();
            String hash = "%016x".formatted(checksum);
            if (isJson()) {
                out().println(new Gson()
                        .toJson(new Run(
                                program(),
                                master.numberOfCpus(),
                                master.processes(),
                                grid[0],
                                grid[1],
                                shape.rows(),
                                shape.inner(),
                                shape.columns(),
                                times.nanos() / 1e9,
                                times.communicationNanos() / 1e9,
                                rate,
                                hash)));
            } else {
                out().printf(
                                "matmul: %d x %d by %d x %d%n",
                                shape.rows(), shape.inner(), shape.inner(), shape.columns());
                out().println(Text.members(master) + ", grid: %d x %d".formatted(grid[0], grid[1]));
                out().println(times.line());
                out().printf(
                                Locale.ROOT,
                                "waited for panels: %.3f s in the slowest member%n",
                                times.communicationNanos() / 1e9);
                out().printf(Locale.ROOT, "rate: %.2f Gflop/s%n", rate);
                out().println("checksum: " + hash);
            }
            out().flush();
        }
    }
}

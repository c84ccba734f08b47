package tutti.examples.stencil;

import com.google.gson.Gson;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Reductions;
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

/** Jacobi's iteration on a grid of members. */
@Command(
        name = "stencil",
        sortOptions = false,
        description = {
            "Gives each cell of a square or a cube the mean of its neighbors, step by step: members hold blocks, and"
                    + " exchange the cells around them in one call.",
            "The checksum is the same with any number of members, with --overlap and without."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:computed", "1:failed", "2:the input cannot be used"})
public final class Stencil extends TimedCommand {
    private static final double ARRAYS = 2;

    @Option(
            names = "--dimensions",
            paramLabel = "D",
            description = "2 for a square, 3 for a cube (default: ${DEFAULT-VALUE}).",
            order = 1)
    private int dimensions = 2;

    @Option(
            names = "--cells",
            paramLabel = "N",
            description = "Cells in each dimension (default: 1000 in a square, 100 in a cube).",
            order = 2)
    private int cells = -1;

    @Option(names = "--steps", paramLabel = "N", description = "Steps (default: ${DEFAULT-VALUE}).", order = 3)
    private int steps = 100;

    @Option(
            names = "--overlap",
            description = "Compute the inside of a block while the cells around it are on their way.",
            order = 4)
    private boolean overlap;

    /** What a run printed as JSON says; the components are its names. */
    private record Run(
            String program,
            int members,
            int jvms,
            String grid,
            int dimensions,
            int cells,
            int steps,
            boolean overlap,
            double seconds,
            double waitSlowestSeconds,
            double cellUpdatesPerSecond,
            double change,
            String checksum) {}

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    Stencil(String... jobArguments) {
        super("stencil", jobArguments);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new Stencil(args), args);
    }

    @Override
    protected Supplier<ColMember> members(ColGroupMaster master) throws InputException {
        check(master.numberOfCpus());
        return () -> new Member(master);
    }

    private void check(int members) throws InputException {
        if (dimensions != 2 && dimensions != 3) {
            throw new InputException("--dimensions=%d: a grid has 2 or 3".formatted(dimensions));
        }
        if (cells == -1) {
            cells = dimensions == 2 ? 1000 : 100;
        }
        double all = Math.pow(cells + 2.0, dimensions);
        if (cells < members || all > Integer.MAX_VALUE) {
            throw new InputException(
                    "--cells=%d: a side has at least one cell for each of the %d members, and the grid fewer than 2^31 cells"
                            .formatted(cells, members));
        }
        if (steps < 1) {
            throw new InputException("--steps=%d: must be 1 or more".formatted(steps));
        }
        Heap.require("--cells=" + cells + ": the grid", ARRAYS * Double.BYTES * all);
    }

    private final class Member extends ColMember {
        private final ColGroupMaster master;

        private Member(ColGroupMaster master) {
            this.master = master;
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            RepeatedRun<GridCells> run = RepeatedRun.of(
                    world,
                    runs(),
                    () -> new GridCells(world, dimensions, cells),
                    block -> block.steps(steps, overlap),
                    GridCells::waitNanos);
            GridCells block = run.last();
            Times times = run.fastest();
            double change = world.allReduce(block.change(), Reductions.max());
            long checksum = world.allReduce(block.checksum(), Reductions.sum());
            if (times != null) { // at rank 0
                String grid = Arrays.stream(block.grid().dimensions())
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(" x "));
                report(new Run(
                        program(),
                        master.numberOfCpus(),
                        master.processes(),
                        grid,
                        dimensions,
                        cells,
                        steps,
                        overlap,
                        times.nanos() / 1e9,
                        times.communicationNanos() / 1e9,
                        Math.pow(cells, dimensions) * steps / times.nanos() * 1e9,
                        change,
                        "%016x".formatted(checksum)));
            }
        }

        private void report(Run run) {
            if (isJson()) {
                out().println(new Gson().toJson(run));
            } else {
                String side = " x " + cells;
                out().printf("stencil: %d%s cells, %d steps%n", cells, side.repeat(dimensions - 1), steps);
                out().println(Text.members(master) + ", grid: " + run.grid);
                out().printf(Locale.ROOT, "time: %.3f s%n", run.seconds);
                out().printf(
                                Locale.ROOT,
                                "waited for cells of others: %.3f s in the slowest member%n",
                                run.waitSlowestSeconds);
                out().printf(Locale.ROOT, "rate: %.1f million cells/s%n", run.cellUpdatesPerSecond / 1e6);
                out().printf(Locale.ROOT, "last change: %.6e%n", run.change);
                out().println("checksum: " + run.checksum);
            }
            out().flush();
        }
    }
}

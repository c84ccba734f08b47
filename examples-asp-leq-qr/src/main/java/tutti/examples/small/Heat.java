package tutti.examples.small;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/** Heat in a square plate: each member computes the inside of its block while the cells around it are on their way. */
@Command(
        name = "heat",
        sortOptions = false,
        description = "Computes how heat spreads from the hot upper edge of a square plate.")
public final class Heat extends ProgramCommand {
    private static final double HOT = 100;

    @Option(names = "--cells", paramLabel = "N", description = "Cells of a side (default: ${DEFAULT-VALUE}).")
    private int cells = 500;

    @Option(names = "--steps", paramLabel = "N", description = "Steps in time (default: ${DEFAULT-VALUE}).")
    private int steps = 1000;

    /** A member's part of the plate in row-major order, with a layer of one cell around it. */
    static final class Block {
        final int firstRow;
        final int firstColumn;
        final int height;
        final int width;
        final double[] temperatures;

        private Block(int firstRow, int firstColumn, int height, int width) {
            this.firstRow = firstRow;
            this.firstColumn = firstColumn;
            this.height = height;
            this.width = width;
            temperatures = new double[height * width];
        }

        double at(int row, int column) {
            return temperatures[row * width + column];
        }
    }

    Heat(String... args) {
        super("heat", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new Heat(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            if (cells < master.numberOfCpus() || cells > 20_000 || steps < 0) {
                return refused(
                        new InputException(
                                "--cells=%d --steps=%d: a side has at least one cell for each of the %d members and at most 20000, and steps are 0 or more"
                                        .formatted(cells, steps, master.numberOfCpus())),
                        master);
            }
            master.start("heat", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            Block block = simulate(world, cells, steps);
            double heat = 0;
            for (int row = 1; row < block.height - 1; row++) {
                for (int column = 1; column < block.width - 1; column++) {
                    heat += block.at(row, column);
                }
            }
            double total = world.allReduce(heat, Reductions.sum());
            if (world.rank() == 0) {
                out().println("heat: %d x %d cells, %d steps, members: %d"
                        .formatted(cells, cells, steps, world.size()));
                out().println(String.format(Locale.ROOT, "mean temperature: %.6f", total / cells / cells));
            }
        }
    }

    /** Computes some steps, and returns this member's part of the plate; called by all members. */
    static Block simulate(Communicator world, int cells, int steps) {
        CartesianGrid places = CartesianGrid.of(CartesianGrid.dimensions(world.size(), 0, 0));
        CartesianCommunicator grid = CartesianCommunicator.of(world, places);
        Block now = coldBlock(grid, cells);
        Block next = coldBlock(grid, cells);
        int bottom = now.height - 2;
        int right = now.width - 2;

        for (int step = 0; step < steps; step++) {
            Request<?> halo =
                    grid.nonBlocking().exchangeHalo(DirectBuffer.of(now.temperatures), 1, now.height, now.width);
            spread(now, next, 2, bottom - 1, 2, right - 1); // the inside needs no cell of others
            halo.await();
            spread(now, next, 1, 1, 1, right);
            spread(now, next, bottom, bottom, 1, right);
            spread(now, next, 2, bottom - 1, 1, 1);
            spread(now, next, 2, bottom - 1, right, right);
            Block computed = next;
            next = now;
            now = computed;
        }
        return now;
    }

    private static Block coldBlock(CartesianCommunicator grid, int cells) {
        int[] place = grid.coordinates();
        Partition rows = new Partition(cells, grid.grid().dimensions()[0]);
        Partition columns = new Partition(cells, grid.grid().dimensions()[1]);
        int height = rows.size(place[0]) + 2;
        int width = columns.size(place[1]) + 2;
        Block block = new Block(rows.offset(place[0]), columns.offset(place[1]), height, width);
        if (place[0] == 0) {
            Arrays.fill(block.temperatures, 0, width, HOT); // beyond the plate's upper edge; no exchange changes it
        }
        return block;
    }

    /** Gives each cell of a rectangle the mean temperature of its four neighbors. */
    private static void spread(Block now, Block next, int top, int bottom, int left, int right) {
        for (int row = top; row <= bottom; row++) {
            for (int column = left; column <= right; column++) {
                next.temperatures[row * next.width + column] = (now.at(row - 1, column)
                                + now.at(row + 1, column)
                                + now.at(row, column - 1)
                                + now.at(row, column + 1))
                        / 4;
            }
        }
    }
}

package tutti.examples.small;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * A matrix in a file, row by row: all members write it, each its own columns; then one member less reads it, each its
 * own rows. So a program can save its state with one number of members, and continue with another.
 */
@Command(
        name = "matrix-file",
        sortOptions = false,
        description = "Writes a matrix to a file by columns, reads it by rows with one member less, and checks it.")
public final class MatrixFile extends ProgramCommand {
    @Option(names = "--rows", paramLabel = "N", description = "Of the matrix (default: ${DEFAULT-VALUE}).")
    private int rows = 1000;

    @Option(names = "--columns", paramLabel = "N", description = "Of the matrix (default: ${DEFAULT-VALUE}).")
    private int columns = 1000;

    @Option(names = "--file", paramLabel = "FILE", description = "Where; is deleted at the end (default: matrix.tmp).")
    private Path path = Path.of("matrix.tmp");

    MatrixFile(String... args) {
        super("matrix-file", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new MatrixFile(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            if (rows < 1 || columns < 1 || (long) rows * columns > Integer.MAX_VALUE) {
                return refused(
                        new InputException("--rows=%d --columns=%d: give a matrix of 1 to %d elements"
                                .formatted(rows, columns, Integer.MAX_VALUE)),
                        master);
            }
            master.start("matrix-file", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            long wrong = writeAndRead(world, path, rows, columns);
            if (world.rank() == 0) {
                out().println("matrix: %d x %d, members: %d".formatted(rows, columns, world.size()));
                out().println("readers: %d, wrong elements: %d".formatted(readers(world), wrong));
            }
        }
    }

    private static int readers(Communicator world) {
        return Math.max(1, world.size() - 1);
    }

    /** Writes a matrix and reads it with one member less; called by all. Returns how many elements are wrong. */
    static long writeAndRead(Communicator world, Path path, int rows, int columns) {
        try (ParallelFile file = ParallelFile.open(world, path, WRITE, CREATE)) {
            Partition parts = new Partition(columns, world.size());
            int own = parts.size(world.rank());
            int first = parts.offset(world.rank());
            double[] block = new double[rows * own];
            for (int i = 0; i < block.length; i++) {
                block[i] = element(i / own, first + i % own);
            }
            if (own == 0) {
                file.view(ElementType.DOUBLE).writeAtAll(0, DirectBuffer.of(block)); // nothing, but with the others
            } else {
                Layout ownColumns =
                        Layout.subArray(new int[] {rows, columns}, new int[] {rows, own}, new int[] {0, first});
                FileView view = file.view(0, ElementType.DOUBLE, ownColumns, (long) rows * columns);
                view.writeAtAll(0, DirectBuffer.of(block));
            }
            file.force(); // members of other hosts will see it
        }
        boolean reads = world.rank() < readers(world);
        Communicator half = world.split(reads ? 0 : 1);
        long wrong = reads ? read(half, path, rows, columns) : 0;
        half.leave();
        return world.allReduce(wrong, Reductions.<Long>sum());
    }

    private static long read(Communicator readers, Path path, int rows, int columns) {
        Partition parts = new Partition(rows, readers.size());
        double[] block = new double[parts.size(readers.rank()) * columns];
        int first = parts.offset(readers.rank());
        try (ParallelFile file = ParallelFile.open(readers, path, READ, DELETE_ON_CLOSE)) {
            long read = file.view(ElementType.DOUBLE).readAtAll((long) first * columns, DirectBuffer.of(block));
            long wrong = block.length - read;
            for (int i = 0; i < read; i++) {
                wrong += block[i] == element(first + i / columns, i % columns) ? 0 : 1;
            }
            return wrong;
        }
    }

    private static double element(int row, int column) {
        return row + column * 1e-6;
    }
}

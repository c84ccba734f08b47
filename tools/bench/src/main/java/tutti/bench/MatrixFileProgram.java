package tutti.bench;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * Writes a matrix of doubles in blocks of columns, by all members, and the same bytes in order by one channel, in turn.
 * Prints a line for each {@link MatrixFileTurn}.
 */
public final class MatrixFileProgram {
    /** How the lines begin that are not the JVM's own. */
    static final String TURN = "turn ";

    private static final int ORDER_BYTES = 1 << 20;

    private final Communicator world;
    private final Path folder;
    private final int rows;
    private final int columns;
    private final boolean force;
    private final MemorySegment matrix; // of member 0
    private final DirectBuffer block;

    private MatrixFileProgram(Communicator world, Path folder, int rows, int columns, boolean force) {
        this.world = world;
        this.folder = folder;
        this.rows = rows;
        this.columns = columns;
        this.force = force;
        matrix = filled(world.rank() == 0 ? columns : 0);
        block = DirectBuffer.of(filled(columns / world.size()), ElementType.DOUBLE);
    }

    private MemorySegment filled(int width) {
        return Arena.ofAuto()
                .allocate((long) rows * width * Double.BYTES, Double.BYTES)
                .fill((byte) 1);
    }

    /** Takes a folder, rows, columns, turns, and whether to force the files; then settings of the job. */
    public static void main(String[] args) throws IOException {
        String[] own = ColGroupMaster.programArguments(args);
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            master.run(world -> {
                new MatrixFileProgram(
                                world,
                                Path.of(own[0]),
                                Integer.parseInt(own[1]),
                                Integer.parseInt(own[2]),
                                Boolean.parseBoolean(own[4]))
                        .run(Integer.parseInt(own[3]));
                return true;
            });
        }
    }

    private void run(int turns) throws IOException {
        for (int turn = 0; turn < turns; turn++) {
            double begun = processorSeconds();
            double inOrder = world.rank() == 0 ? timed(this::writeInOrder) : 0;
            double between = processorSeconds();
            world.barrier();
            double together = timed(this::writeTogether);
            if (world.rank() == 0) {
                System.out.println(TURN
                        + new MatrixFileTurn(turn, inOrder, together, between - begun, processorSeconds() - between)
                                .line());
            }
        }
    }

    private static double processorSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean own
                ? own.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1)
                : Double.NaN;
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static double timed(Writing writing) throws IOException {
        long begun = System.nanoTime();
        writing.run();
        return (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private void writeInOrder() throws IOException {
        Path path = folder.resolve("in-order.tmp");
        try (FileChannel channel = FileChannel.open(path, WRITE, CREATE, TRUNCATE_EXISTING)) {
            for (long at = 0; at < matrix.byteSize(); at += ORDER_BYTES) {
                ByteBuffer part = matrix.asSlice(at, Math.min(ORDER_BYTES, matrix.byteSize() - at))
                        .asByteBuffer();
                while (part.hasRemaining()) {
                    channel.write(part);
                }
            }
            if (force) {
                channel.force(true);
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private void writeTogether() throws IOException {
        Path path = folder.resolve("together.tmp");
        int own = columns / world.size();
        try (ParallelFile file = ParallelFile.open(world, path, WRITE, CREATE, TRUNCATE_EXISTING)) {
            Layout part = Layout.subArray(
                    new int[] {rows, columns}, new int[] {rows, own}, new int[] {0, own * world.rank()});
            FileView view = file.view(0, ElementType.DOUBLE, part, (long) rows * columns);
            view.writeAtAll(0, block);
            if (force) {
                file.force();
            }
            world.barrier();
        } finally {
            if (world.rank() == 0) {
                Files.deleteIfExists(path);
            }
        }
        world.barrier();
    }
}

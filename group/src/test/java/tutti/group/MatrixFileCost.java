package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * What it costs to write a matrix in blocks of columns beside one channel that writes the same bytes in order, in turn
 * in one run: {@code docs/performance.md} says how to start it.
 */
public final class MatrixFileCost {
    private static final int ORDER_BYTES = 1 << 20;

    private MatrixFileCost() {}

    /** Measures: folder, bytes of the matrix, columns, turns; then settings of the job. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        long bytes = Long.parseLong(args[1]);
        int columns = Integer.parseInt(args[2]);
        int turns = Integer.parseInt(args[3]);
        int rows = Math.toIntExact(bytes / Double.BYTES / columns);
        try (ColGroupMaster master =
                new ColGroupMaster(List.of(args).subList(4, args.length).toArray(String[]::new))) {
            master.start("cost", () -> new ColMember() {
                @Override
                public void run() {
                    measure(communicator(group()), folder, rows, columns, turns);
                }
            });
        }
    }

    private static void measure(Communicator world, Path folder, int rows, int columns, int turns) {
        int own = columns / world.size();
        MemorySegment memory = Arena.ofAuto().allocate((long) rows * own * Double.BYTES, Double.BYTES);
        DirectBuffer block = DirectBuffer.of(memory.fill((byte) 1), ElementType.DOUBLE);
        long bytes = (long) rows * columns * Double.BYTES;
        MemorySegment matrix = Arena.ofAuto()
                .allocate(world.rank() == 0 ? bytes : 0, Double.BYTES)
                .fill((byte) 1);
        List<Double> ratios = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            double begun = processorSeconds();
            double inOrder = world.rank() == 0 ? timed(() -> inOrder(folder, matrix)) : 0;
            double between = processorSeconds();
            world.barrier();
            double together = timed(() -> together(world, folder, rows, columns, own, block));
            if (world.rank() == 0) {
                System.out.printf(
                        "turn %d: in order %.2f s, together %.2f s, ratio %.2f; processor %.2f s, %.2f s%n",
                        turn, inOrder, together, together / inOrder, between - begun, processorSeconds() - between);
                if (turn > 0) {
                    ratios.add(together / inOrder);
                }
            }
        }
        if (world.rank() == 0) {
            Collections.sort(ratios);
            System.out.printf(
                    "%d x %d, members %d: ratio %.2f (%.2f-%.2f)%n",
                    rows, columns, world.size(), ratios.get(ratios.size() / 2), ratios.getFirst(), ratios.getLast());
        }
    }

    /** Returns what this JVM has used, which other programs of the machine change little. */
    private static double processorSeconds() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean own
                ? own.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1)
                : Double.NaN;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static double timed(Work work) {
        long begun = System.nanoTime();
        try {
            work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static void inOrder(Path folder, MemorySegment matrix) throws IOException {
        Path path = folder.resolve("in-order");
        try (FileChannel channel = FileChannel.open(path, WRITE, CREATE, TRUNCATE_EXISTING)) {
            for (long at = 0; at < matrix.byteSize(); at += ORDER_BYTES) {
                ByteBuffer part = matrix.asSlice(at, ORDER_BYTES).asByteBuffer();
                while (part.hasRemaining()) {
                    channel.write(part);
                }
            }
            if (Boolean.getBoolean("force")) {
                channel.force(true);
            }
        }
        Files.delete(path);
    }

    private static void together(Communicator world, Path folder, int rows, int columns, int own, DirectBuffer block)
            throws IOException {
        Path path = folder.resolve("together");
        try (ParallelFile file = ParallelFile.open(world, path, WRITE, CREATE, TRUNCATE_EXISTING)) {
            Layout part = Layout.subArray(
                    new int[] {rows, columns}, new int[] {rows, own}, new int[] {0, own * world.rank()});
            FileView view = file.view(0, ElementType.DOUBLE, part, (long) rows * columns);
            view.writeAtAll(0, block);
            if (Boolean.getBoolean("force")) {
                file.force();
            }
            world.barrier();
        }
        if (world.rank() == 0) {
            Files.delete(path);
        }
        world.barrier();
    }
}

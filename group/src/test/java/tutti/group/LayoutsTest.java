package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.Blocks;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Every operation on elements that are no neighbors, on structs, and on several buffers at once. */
class LayoutsTest extends EachDevice {
    private static final int ROWS = 60;
    private static final int COLUMNS = 10;
    private static final Layout COLUMN = Layout.vector(ROWS, 1, COLUMNS);

    /** A matrix whose elements say who made it and where they are. */
    private static double[] matrix(int rank) {
        double[] matrix = new double[ROWS * COLUMNS];
        Arrays.setAll(matrix, i -> rank * 10_000 + i);
        return matrix;
    }

    private static DirectBuffer column(double[] matrix, int column) {
        return DirectBuffer.of(matrix).select(COLUMN.at(column));
    }

    private static double[] withColumn(double[] matrix, int column, double[] values) {
        double[] changed = matrix.clone();
        for (int row = 0; row < ROWS; row++) {
            changed[row * COLUMNS + column] = values[row];
        }
        return changed;
    }

    private static double[] columnOf(int rank, int column) {
        return (double[]) column(matrix(rank), column).toArray();
    }

    @Test
    void shouldSendColumns() {
        forEachSize(world -> {
            int rank = world.rank();
            int right = (rank + 1) % world.size();
            int left = (rank + world.size() - 1) % world.size();
            double[] expected = withColumn(matrix(rank), 0, columnOf(left, COLUMNS - 1));

            double[] matrix = matrix(rank);
            world.sendAsync(column(matrix, COLUMNS - 1), right);
            world.receive(column(matrix, 0), left);
            assertThat(matrix).isEqualTo(expected);

            double[] exchanged = matrix(rank);
            world.sendReceive(column(exchanged, COLUMNS - 1), right, column(exchanged, 0), left);
            assertThat(exchanged).isEqualTo(expected);

            double[] started = matrix(rank);
            Request<?> receive = world.nonBlocking().receive(column(started, 0), left);
            Request<?> send = world.nonBlocking().sendSync(column(started, COLUMNS - 1), right);
            receive.await();
            send.await();
            assertThat(started).isEqualTo(expected);

            world.sendAsync(column(matrix(rank), COLUMNS - 1), right);
            assertThat(world.<Object>receive(left)).as("an array").isEqualTo(columnOf(left, COLUMNS - 1));
            world.sendAsync(columnOf(rank, COLUMNS - 1), right);
            double[] ofArray = matrix(rank);
            assertThat(world.receiveWithStatus(column(ofArray, 0), left).length())
                    .isEqualTo(ROWS);
            assertThat(ofArray).isEqualTo(expected);
        });
    }

    @Test
    void shouldSendLargeSelections() {
        int count = 100_000;
        Layout thirds = Layout.vector(count, 1, 3);
        forEachSize(world -> {
            int[] data = new int[3 * count];
            Arrays.setAll(data, i -> world.rank() + i);
            int right = (world.rank() + 1) % world.size();
            int left = (world.rank() + world.size() - 1) % world.size();
            world.sendReceive(
                    DirectBuffer.of(data).select(thirds),
                    right,
                    DirectBuffer.of(data).select(thirds.at(1)),
                    left);
            for (int i = 0; i < count; i++) {
                assertThat(data[3 * i]).isEqualTo(world.rank() + 3 * i);
                assertThat(data[3 * i + 1]).isEqualTo(left + 3 * i);
                assertThat(data[3 * i + 2]).isEqualTo(world.rank() + 3 * i + 2);
            }
        });
    }

    @Test
    void shouldBroadcastAndReduceColumns() {
        forEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            for (int root = 0; root < size; root++) {
                double[] matrix = matrix(rank);
                world.broadcast(column(matrix, 3), root);
                assertThat(matrix).isEqualTo(withColumn(matrix(rank), 3, columnOf(root, 3)));

                double[] reduced = matrix(rank);
                world.reduce(column(reduced, 2), column(reduced, 5), Reductions.sum(), root);
                double[] sum = sumOfColumns(2, size);
                assertThat(reduced).isEqualTo(rank == root ? withColumn(matrix(rank), 5, sum) : matrix(rank));
            }
            double[] all = matrix(rank);
            world.allReduce(column(all, 4), Reductions.sum());
            assertThat(all).isEqualTo(withColumn(matrix(rank), 4, sumOfColumns(4, size)));
            double[] scanned = matrix(rank);
            world.scan(column(scanned, 4), column(scanned, 6), Reductions.sum());
            assertThat(scanned).isEqualTo(withColumn(matrix(rank), 6, sumOfColumns(4, rank + 1)));
        });
    }

    private static double[] sumOfColumns(int column, int members) {
        double[] sum = new double[ROWS];
        for (int rank = 0; rank < members; rank++) {
            double[] values = columnOf(rank, column);
            Arrays.setAll(sum, row -> sum[row] + values[row]);
        }
        return sum;
    }

    @Test
    void shouldReduceLargeSelectionsInAnyLayout() {
        int count = 50_000;
        forEachSize(world -> {
            long[] data = new long[2 * count];
            Arrays.setAll(data, i -> i % 2 == 0 ? world.rank() + i : -1);
            long[] result = new long[3 * count];
            world.allReduce(
                    DirectBuffer.of(data).select(Layout.vector(count, 1, 2)),
                    DirectBuffer.of(result).select(Layout.vector(count, 1, -3).at(3L * count - 1)),
                    Reductions.sum());
            long ranks = world.size() * (world.size() - 1L) / 2;
            for (int i = 0; i < count; i++) {
                assertThat(result[3 * count - 1 - 3 * i]).isEqualTo(ranks + 2L * i * world.size());
                assertThat(result[3 * count - 2 - 3 * i]).isZero();
            }
            assertThat(data[1]).isEqualTo(-1);
        });
    }

    /** Each member has some rows of a matrix, and gets as many rows of the transposed one. */
    @Test
    void shouldTransposeByAllToAll() {
        int rows = 6;
        forEachSize(world -> {
            int size = world.size();
            int columns = rows * size;
            int[] own = new int[rows * columns];
            Arrays.setAll(own, i -> (world.rank() * rows + i / columns) * columns + i % columns);
            Layout column = Layout.vector(rows, 1, columns);
            DirectBuffer byColumns = DirectBuffer.of(own).select(column.repeat(columns, 1));
            int[] transposed = new int[rows * columns];
            Layout block = Layout.subArray(new int[] {rows, columns}, new int[] {rows, rows}, new int[] {0, 0});
            DirectBuffer byBlocks = DirectBuffer.of(transposed).select(block.repeat(size, rows));
            world.allToAll(byColumns, byBlocks);
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < columns; i++) {
                    assertThat(transposed[row * columns + i]).isEqualTo(i * columns + world.rank() * rows + row);
                }
            }
        });
    }

    @Test
    void shouldGatherAndScatterSelections() {
        forEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            double[] matrix = matrix(rank);
            double[] table = new double[ROWS * size];
            DirectBuffer byMembers =
                    DirectBuffer.of(table).select(Layout.vector(ROWS, 1, size).repeat(size, 1));
            world.allGather(column(matrix, 7), byMembers); // a column of each
            double[] expected = new double[ROWS * size];
            Arrays.setAll(expected, i -> columnOf(i % size, 7)[i / size]);
            assertThat(table).isEqualTo(expected);
            for (int root = 0; root < size; root++) {
                double[] collected = new double[ROWS * size];
                DirectBuffer into = DirectBuffer.of(collected)
                        .select(Layout.vector(ROWS, 1, size).repeat(size, 1));
                world.gather(column(matrix, 7), rank == root ? into : null, root);
                assertThat(collected).isEqualTo(rank == root ? expected : new double[ROWS * size]);
                double[] back = matrix(rank);
                world.scatter(rank == root ? byMembers : null, column(back, 1), root);
                assertThat(back).isEqualTo(withColumn(matrix(rank), 1, columnOf(rank, 7)));
            }
            long[] counts = new long[size];
            Arrays.fill(counts, 2);
            double[] pairs = new double[2 * size];
            world.reduceScatter(
                    DirectBuffer.of(matrix(0)).select(Layout.vector(size, 2, 3)),
                    Blocks.of(counts),
                    DirectBuffer.of(pairs).select(Layout.vector(2, 1, size)),
                    Reductions.sum());
            assertThat(pairs[0]).isEqualTo(3.0 * rank * size);
            assertThat(pairs[size]).isEqualTo((3.0 * rank + 1) * size);
        });
    }

    private static final StructLayout PARTICLE = MemoryLayout.structLayout(
            ValueLayout.JAVA_INT.withName("id"),
            MemoryLayout.paddingLayout(4),
            MemoryLayout.sequenceLayout(3, ValueLayout.JAVA_DOUBLE).withName("place"));

    @Test
    void shouldSendStructsAndMixedBuffers() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = (world.rank() + world.size() - 1) % world.size();
            try (Arena arena = Arena.ofShared()) {
                MemorySegment particles = arena.allocate(PARTICLE, 5_000);
                for (int i = 0; i < 5_000; i++) {
                    particles.set(ValueLayout.JAVA_INT, i * 32L, world.rank() + i);
                    particles.set(ValueLayout.JAVA_DOUBLE, i * 32L + 24, world.rank() - i);
                }
                MemorySegment received = arena.allocate(PARTICLE, 5_000);
                world.sendReceive(
                        DirectBuffer.of(particles, PARTICLE), right, DirectBuffer.of(received, PARTICLE), left);
                for (int i = 0; i < 5_000; i++) {
                    assertThat(received.get(ValueLayout.JAVA_INT, i * 32L)).isEqualTo(left + i);
                    assertThat(received.get(ValueLayout.JAVA_DOUBLE, i * 32L + 24))
                            .isEqualTo(left - i);
                }
            }
            int[] ids = {world.rank(), 7};
            double[] weights = {world.rank() / 2.0};
            world.broadcast(DirectBuffer.join(DirectBuffer.of(ids), DirectBuffer.of(weights)), world.size() - 1);
            assertThat(ids).containsExactly(world.size() - 1, 7);
            assertThat(weights).containsExactly((world.size() - 1) / 2.0);
        });
    }

    /** Memory of more than 2^31 elements, of which only those that are selected are ever touched. */
    @Test
    void shouldSendElementsFarApart(@TempDir Path folder) {
        long apart = 1L << 30;
        Layout layout = Layout.vector(5, 3, apart);
        run(2, world -> {
            Path file = folder.resolve(placement + "-" + world.rank());
            try (Arena arena = Arena.ofShared();
                    FileChannel channel = FileChannel.open(
                            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4 * apart + 3, arena);
                DirectBuffer far = DirectBuffer.of(memory, ElementType.BYTE).select(layout);
                if (world.rank() == 0) {
                    for (int block = 0; block < 5; block++) {
                        memory.set(ValueLayout.JAVA_BYTE, block * apart + 2, (byte) (10 + block));
                    }
                    world.sendAsync(far, 1);
                    world.broadcast(far, 0);
                } else {
                    world.receive(far, 0);
                    for (int block = 0; block < 5; block++) {
                        assertThat(memory.get(ValueLayout.JAVA_BYTE, block * apart + 2))
                                .isEqualTo((byte) (10 + block));
                    }
                    memory.set(ValueLayout.JAVA_BYTE, 4 * apart + 2, (byte) 0);
                    world.broadcast(far, 0);
                    assertThat(memory.get(ValueLayout.JAVA_BYTE, 4 * apart + 2)).isEqualTo((byte) 14);
                    assertThat(memory.get(ValueLayout.JAVA_BYTE, 3 * apart + 3)).isZero();
                }
            }
            return true;
        });
    }

    @Test
    void shouldRefuseToCombineBytesOfOtherValues() {
        run(2, world -> {
            DirectBuffer joined = DirectBuffer.join(DirectBuffer.of(new int[] {1000}), DirectBuffer.of(new double[1]));
            DirectBuffer struct = DirectBuffer.of(MemorySegment.ofArray(new long[8]), PARTICLE);
            for (DirectBuffer mixed : List.of(
                    joined,
                    struct,
                    joined.slice(0, 4),
                    joined.select(Layout.vector(4, 1, 2)),
                    DirectBuffer.join(struct))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> world.allReduce(mixed, Reductions.sum()))
                        .withMessageContaining("sum would combine the single bytes of structs or joined buffers");
                assertThatIllegalArgumentException().isThrownBy(() -> world.reduce(mixed, mixed, Reductions.max(), 0));
                assertThatIllegalArgumentException().isThrownBy(() -> world.scan(mixed, mixed, Reductions.min()));
            }
            byte[] own = {1, 2, 3};
            DirectBuffer bytes = DirectBuffer.join(DirectBuffer.of(own, 0, 1), DirectBuffer.of(own, 1, 2));
            world.allReduce(bytes, Reductions.sum()); // numbers of their own
            assertThat(own).isEqualTo(new byte[] {2, 4, 6});
            world.allReduce(joined, (left, right) -> left); // an operator that knows what they are
            return true;
        });
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        run(2, world -> {
            double[] matrix = matrix(world.rank());
            int other = 1 - world.rank();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.receive(DirectBuffer.of(matrix).select(Layout.indexed(1, 2, 1)), other))
                    .withMessageContaining("twice");
            world.sendAsync(column(matrix, 0), other);
            assertThatThrownBy(() -> world.receive(DirectBuffer.of(matrix).select(Layout.contiguous(ROWS - 1)), other))
                    .isInstanceOf(BufferMismatchException.class)
                    .hasMessageContaining("double[%d]".formatted(ROWS));
            world.sendAsync(column(matrix, 0), other);
            assertThatThrownBy(() -> world.receive(
                            DirectBuffer.of(MemorySegment.ofArray(new byte[8 * ROWS]), ElementType.BYTE), other))
                    .isInstanceOf(BufferMismatchException.class);
            world.barrier();
            return true;
        });
    }
}

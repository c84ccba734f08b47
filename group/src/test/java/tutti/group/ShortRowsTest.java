package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Rows that members exchange, each of which is copied once: from memory of any kind, also where views overlap. */
class ShortRowsTest extends EachDevice {
    private static final int BYTES = 3 << 20; // of each member: more than one window
    private static final List<Integer> LENGTHS = List.of(100, 500); // in longs: a copy more, and none
    private static final int[] SIZES = {1, 3};

    @TempDir
    Path folder;

    private interface Work {
        void run(Communicator world, ParallelFile file, int length);
    }

    private void forEachLength(Work work) {
        for (int size : SIZES) {
            for (int length : LENGTHS) {
                Path path = folder.resolve("rows-%d-%d".formatted(size, length));
                run(size, world -> {
                    try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE, TRUNCATE_EXISTING)) {
                        work.run(world, file, length);
                        world.barrier();
                    }
                    return true;
                });
            }
        }
    }

    private static int rows(int length) {
        return BYTES / Long.BYTES / length;
    }

    private static FileView rows(Communicator world, ParallelFile file, int length, long displacement) {
        Layout own = Layout.contiguous(length).at((long) length * world.rank());
        return file.view(displacement, ElementType.LONG, own, (long) length * world.size());
    }

    private static long[] values(int rank, int count) {
        long[] values = new long[count];
        Arrays.setAll(values, i -> (long) rank << 32 | i);
        return values;
    }

    private static void assertWhole(Communicator world, ParallelFile file, int length, long displacement) {
        world.barrier();
        int row = length * world.size();
        long[] all = new long[rows(length) * row];
        assertThat(file.view(displacement, ElementType.LONG).readAt(0, DirectBuffer.of(all)))
                .isEqualTo(all.length);
        long[] expected = new long[all.length];
        Arrays.setAll(expected, i -> (long) (i % row / length) << 32 | i / row * length + i % length);
        assertThat(Arrays.equals(all, expected)).isTrue();
    }

    @Test
    void shouldWriteMemoryOutsideTheHeap() {
        forEachLength((world, file, length) -> {
            try (Arena arena = Arena.ofConfined()) {
                int count = rows(length) * length;
                MemorySegment memory = arena.allocate((long) count * Long.BYTES, Long.BYTES);
                memory.copyFrom(MemorySegment.ofArray(values(world.rank(), count)));
                rows(world, file, length, 8).writeAtAll(0, DirectBuffer.of(memory, ElementType.LONG));
                assertWhole(world, file, length, 8);
                long[] back = new long[count];
                assertThat(rows(world, file, length, 8).readAtAll(0, DirectBuffer.of(back)))
                        .isEqualTo(count);
                assertThat(Arrays.equals(back, values(world.rank(), count))).isTrue();
            }
        });
    }

    @Test
    void shouldWriteArraysAndOtherOrders() {
        forEachLength((world, file, length) -> {
            long[] own = values(world.rank(), rows(length) * length);
            rows(world, file, length, 0).writeAtAll(0, DirectBuffer.of(own));
            assertWhole(world, file, length, 0);
            FileView swapped = rows(world, file, length, 0).withOrder(ByteOrder.BIG_ENDIAN);
            swapped.writeAtAll(0, DirectBuffer.of(own));
            long[] back = new long[own.length];
            assertThat(swapped.readAtAll(0, DirectBuffer.of(back))).isEqualTo(own.length);
            assertThat(Arrays.equals(back, own)).isTrue();
        });
    }

    /** Whose bytes win is not said; each is of one that wrote there. */
    @Test
    void shouldWriteRowsThatOverlapByMistake() {
        forEachLength((world, file, length) -> {
            FileView same = file.view(0, ElementType.LONG, Layout.contiguous(length), 2L * length);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate((long) rows(length) * length * Long.BYTES, Long.BYTES);
                DirectBuffer own = DirectBuffer.of(memory, ElementType.LONG);
                long[] filled = new long[rows(length) * length];
                Arrays.fill(filled, 1 + world.rank());
                own.copyFrom(DirectBuffer.of(filled));
                same.writeAtAll(0, own);
                world.barrier();
                assertThat(same.readAt(0, own)).isEqualTo(filled.length);
                assertThat(Arrays.stream((long[]) own.toArray()).allMatch(value -> value >= 1 && value <= world.size()))
                        .isTrue();
            }
        });
    }
}

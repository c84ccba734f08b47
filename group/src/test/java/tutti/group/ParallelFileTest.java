package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;
import tutti.serialization.OperationInterruptedException;

/** Files that members read and write together. */
class ParallelFileTest extends EachDevice {
    @TempDir
    Path folder;

    private final AtomicInteger files = new AtomicInteger();

    private static ParallelFile open(Communicator world, Path path) {
        return ParallelFile.open(world, path, READ, WRITE, CREATE);
    }

    /** Runs groups of all sizes, each with a file of its own. */
    private void forEachSize(FileWork work) {
        for (int size : sizes()) {
            Path path = folder.resolve("file-" + files.incrementAndGet());
            run(size, world -> {
                work.run(world, path);
                return true;
            });
        }
    }

    private interface FileWork {
        void run(Communicator world, Path path) throws Exception;
    }

    @Test
    void shouldWriteColumnsThatLieBetweenEachOther() {
        forEachSize((world, path) -> {
            int rows = 300;
            int own = 3;
            int columns = own * world.size();
            Layout block = Layout.subArray(
                    new int[] {rows, columns}, new int[] {rows, own}, new int[] {0, own * world.rank()});
            int[] mine = IntStream.range(0, rows * own)
                    .map(i -> value(i / own, own * world.rank() + i % own))
                    .toArray();
            try (ParallelFile file = open(world, path)) {
                FileView view = file.view(16, ElementType.INT, block, (long) rows * columns);
                view.writeAtAll(0, DirectBuffer.of(mine));
                assertThat(file.size()).isEqualTo(16 + 4L * rows * columns);

                int[] whole = new int[rows * columns + 5];
                assertThat(file.view(16, ElementType.INT).readAt(0, DirectBuffer.of(whole)))
                        .isEqualTo((long) rows * columns);
                assertThat(Arrays.copyOf(whole, rows * columns))
                        .isEqualTo(IntStream.range(0, rows * columns)
                                .map(i -> value(i / columns, i % columns))
                                .toArray());

                int[] again = new int[mine.length];
                assertThat(view.readAtAll(0, DirectBuffer.of(again))).isEqualTo(mine.length);
                assertThat(again).isEqualTo(mine);
                assertThat(view.length()).isEqualTo(mine.length);
            }
        });
    }

    /** Shows a member each element whose index is its rank, modulo the number of members. */
    private static FileView cyclic(ParallelFile file, ElementType type, Communicator world) {
        return file.view(0, type, Layout.contiguous(1).at(world.rank()), world.size());
    }

    private static int value(int row, int column) {
        return row * 1_000_003 + column;
    }

    @Test
    void shouldGiveEachMemberWhatItSeesWithinLessThanAWindowAndMore() {
        forEachSize((world, path) -> {
            int size = world.size();
            int each = 400_000; // several windows
            long[] mine = new long[each];
            Arrays.setAll(mine, i -> (long) i * size + world.rank());
            try (ParallelFile file = open(world, path)) {
                FileView cyclic =
                        file.view(8, ElementType.LONG, Layout.contiguous(1).at(world.rank()), size);
                cyclic.writeAll(DirectBuffer.of(mine));
                assertThat(cyclic.position()).isEqualTo(each);

                long[] all = new long[each];
                FileView blocks = file.view(8, ElementType.LONG);
                assertThat(blocks.readAtAll((long) each * world.rank(), DirectBuffer.of(all)))
                        .isEqualTo(each);
                for (int i = 0; i < each; i++) {
                    if (all[i] != (long) each * world.rank() + i) {
                        assertThat(all[i]).as("element %d", i).isEqualTo((long) each * world.rank() + i);
                    }
                }
                long[] again = new long[each];
                cyclic.seek(0);
                assertThat(cyclic.readAll(DirectBuffer.of(again))).isEqualTo(each);
                assertThat(Arrays.equals(again, mine)).isTrue();
            }
        });
    }

    @Test
    void shouldLeaveBytesThatNoMemberWrites() {
        forEachSize((world, path) -> {
            int size = world.size();
            if (world.rank() == 0) {
                byte[] old = new byte[30 * (size + 1)];
                Arrays.fill(old, (byte) 7);
                Files.write(path, old);
            }
            world.barrier();
            try (ParallelFile file = open(world, path)) {
                byte[] mine = new byte[30];
                Arrays.fill(mine, (byte) (100 + world.rank()));
                FileView view =
                        file.view(0, ElementType.BYTE, Layout.contiguous(1).at(world.rank()), size + 1);
                view.writeAtAll(0, DirectBuffer.of(mine));
                byte[] all = new byte[30 * (size + 1)];
                file.view(ElementType.BYTE).readAt(0, DirectBuffer.of(all));
                for (int i = 0; i < all.length; i++) {
                    int place = i % (size + 1);
                    assertThat(all[i]).isEqualTo((byte) (place == size ? 7 : 100 + place));
                }
                world.barrier(); // all have read
                view.writeAt(0, DirectBuffer.of(new byte[30]));
                world.barrier();
                file.view(ElementType.BYTE).readAt(0, DirectBuffer.of(all));
                for (int i = 0; i < all.length; i++) {
                    assertThat(all[i]).isEqualTo((byte) (i % (size + 1) == size ? 7 : 0));
                }
            }
        });
    }

    @Test
    void shouldReadAndWriteEachTypeInBothOrders() {
        List<DirectBuffer> values = List.of(
                DirectBuffer.of(new boolean[] {true, false, true}),
                DirectBuffer.of(new byte[] {1, -2, 3}),
                DirectBuffer.of(new char[] {'a', '\u1234', 'c'}),
                DirectBuffer.of(new short[] {1, -2, 0x1234}),
                DirectBuffer.of(new int[] {1, -2, 0x12345678}),
                DirectBuffer.of(new long[] {1, -2, 0x123456789abcdefL}),
                DirectBuffer.of(new float[] {1, -2, 3.5f}),
                DirectBuffer.of(new double[] {1, -2, 3.25}));
        forEachSize((world, path) -> {
            try (ParallelFile file = open(world, path)) {
                for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                    for (DirectBuffer value : values) {
                        long at = 3L * world.rank();
                        FileView view = file.view(value.type()).withOrder(order);
                        view.writeAtAll(at, value);
                        DirectBuffer read = DirectBuffer.ofArray(empty(value));
                        assertThat(view.readAtAll(at, read)).isEqualTo(3);
                        assertThat(read.toArray()).isEqualTo(value.toArray());
                        assertThat(view.readAt(at, read)).isEqualTo(3);
                        assertThat(read.toArray()).isEqualTo(value.toArray());
                        world.barrier(); // all have read
                    }
                }
                file.view(ElementType.INT)
                        .withOrder(ByteOrder.BIG_ENDIAN)
                        .writeAt(world.rank(), DirectBuffer.of(new int[] {0x01020304}));
                byte[] bytes = new byte[4];
                file.view(ElementType.BYTE).readAt(4L * world.rank(), DirectBuffer.of(bytes));
                assertThat(bytes).containsExactly(1, 2, 3, 4);
            }
        });
    }

    @Test
    void shouldTransferMemoryOutsideTheHeapAsItIs() {
        forEachSize((world, path) -> {
            int rank = world.rank();
            try (ParallelFile file = open(world, path);
                    Arena arena = Arena.ofConfined()) {
                for (int run : List.of(1, 100, 10_000)) { // in longs: also some that are read with gaps
                    MemorySegment memory = arena.allocate(24L * run, Long.BYTES);
                    DirectBuffer own = DirectBuffer.of(memory, ElementType.LONG);
                    for (int i = 0; i < 3 * run; i++) {
                        memory.setAtIndex(ValueLayout.JAVA_LONG, i, (long) rank << 32 | i);
                    }
                    Layout tile = Layout.contiguous(run).at((long) rank * run);
                    FileView view = file.view(8, ElementType.LONG, tile, (long) run * world.size());
                    view.writeAt(0, own);
                    view.writeAt(run, own.slice(run, run)); // the same again
                    world.barrier();
                    long[] all = new long[3 * run * world.size()];
                    file.view(8, ElementType.LONG).readAt(0, DirectBuffer.of(all));
                    long[] expected = new long[all.length];
                    Arrays.setAll(expected, i -> {
                        long writer = i / run % world.size();
                        return writer << 32 | i / (run * world.size()) * run + i % run;
                    });
                    assertThat(Arrays.mismatch(all, expected)).isEqualTo(-1);
                    memory.fill((byte) 0);
                    assertThat(view.readAt(0, own)).isEqualTo(3L * run);
                    long[] mine = memory.toArray(ValueLayout.JAVA_LONG);
                    Arrays.setAll(expected, i -> (long) rank << 32 | i);
                    assertThat(Arrays.mismatch(mine, Arrays.copyOf(expected, mine.length)))
                            .isEqualTo(-1);
                    FileView swapped = view.withOrder(ByteOrder.BIG_ENDIAN);
                    world.barrier();
                    swapped.writeAtAll(0, own);
                    assertThat(swapped.readAtAll(0, own)).isEqualTo(3L * run);
                    assertThat(memory.getAtIndex(ValueLayout.JAVA_LONG, 3L * run - 1))
                            .isEqualTo((long) rank << 32 | 3 * run - 1);
                    world.barrier();
                }
            }
        });
    }

    @Test
    void shouldRefuseToReadAndWriteInOneCall() {
        forEachSize((world, path) -> {
            try (ParallelFile file = open(world, path)) {
                FileView view = cyclic(file, ElementType.LONG, world);
                view.writeAtAll(0, DirectBuffer.of(new long[] {1, 2, 3}));
                if (world.size() > 1) {
                    assertThatThrownBy(() -> {
                                if (world.rank() == 1) {
                                    view.readAtAll(0, DirectBuffer.of(new long[3]));
                                } else {
                                    view.writeAtAll(0, DirectBuffer.of(new long[] {4, 5, 6}));
                                }
                            })
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("members make different calls on one file")
                            .hasMessageContaining("rank=0 writeAtAll position=0 elements=3")
                            .hasMessageContaining("rank=1 readAtAll position=0 elements=3");
                }
                long[] read = new long[3];
                assertThat(view.readAtAll(0, DirectBuffer.of(read))).isEqualTo(3);
                assertThat(read).containsExactly(1, 2, 3);
            }
        });
    }

    @Test
    void shouldWriteViewsThatOverlapByMistakeInAnyMixture() {
        forEachSize((world, path) -> {
            int elements = 5000;
            try (ParallelFile file = open(world, path)) {
                long[] own = new long[elements];
                Arrays.fill(own, 1 + world.rank());
                FileView view = file.view(0, ElementType.LONG, Layout.contiguous(1), 2); // the same at all
                view.writeAtAll(0, DirectBuffer.of(own));
                long[] read = new long[elements];
                assertThat(view.readAtAll(0, DirectBuffer.of(read))).isEqualTo(elements);
                assertThat(Arrays.stream(read).allMatch(value -> value >= 1 && value <= world.size()))
                        .isTrue();
            }
        });
    }

    private static Object empty(DirectBuffer buffer) {
        return Array.newInstance(buffer.type().arrayClass().getComponentType(), (int) buffer.length());
    }

    @Test
    void shouldReadFewerElementsAtTheEnd() {
        forEachSize((world, path) -> {
            try (ParallelFile file = open(world, path)) {
                FileView view = file.view(ElementType.INT);
                view.writeAtAll(0, DirectBuffer.of(world.rank() == 0 ? new int[] {1, 2, 3} : new int[0]));
                assertThat(view.length()).isEqualTo(3);
                int[] target = {9, 9, 9};
                assertThat(view.readAt(2, DirectBuffer.of(target))).isEqualTo(1);
                assertThat(target).containsExactly(3, 9, 9);
                assertThat(view.readAt(3, DirectBuffer.of(target))).isZero();
                assertThat(view.readAt(1L << 40, DirectBuffer.of(target))).isZero();
                assertThat(view.readAtAll(1 + world.rank(), DirectBuffer.of(target)))
                        .isEqualTo(Math.max(0, 2 - world.rank()));
                world.barrier();
                file.setSize(6); // one element and a half
                assertThat(view.length()).isEqualTo(1);
                assertThat(view.readAt(0, DirectBuffer.of(target))).isEqualTo(1);
                file.setSize(12);
                assertThat(view.readAt(0, DirectBuffer.of(target))).isEqualTo(3);
                assertThat(target).containsExactly(1, 2, 0);
            }
        });
    }

    @Test
    void shouldMoveThePositionOfTheView() {
        forEachSize((world, path) -> {
            try (ParallelFile file = open(world, path)) {
                FileView view = cyclic(file, ElementType.LONG, world);
                for (long i = 0; i < 5; i++) {
                    view.write(DirectBuffer.of(new long[] {i, -i}));
                }
                assertThat(view.position()).isEqualTo(10);
                view.seek(6);
                long[] target = new long[10];
                assertThat(view.read(DirectBuffer.of(target))).isEqualTo(4);
                assertThat(target).startsWith(3, -3, 4, -4);
                assertThat(view.position()).isEqualTo(10);
                assertThat(view.offset(3)).isEqualTo(8L * (3 * world.size() + world.rank()));
            }
        });
    }

    @Test
    void shouldReadAndWriteWithoutWaiting() {
        forEachSize((world, path) -> {
            int each = 5_000;
            try (ParallelFile file = open(world, path)) {
                FileView view = cyclic(file, ElementType.INT, world);
                int[][] parts = new int[4][each];
                for (int part = 0; part < parts.length; part++) {
                    Arrays.fill(parts[part], 10 * world.rank() + part);
                }
                List<Request<Long>> requests = List.of(
                        view.nonBlocking().writeAll(DirectBuffer.of(parts[0])),
                        view.nonBlocking().write(DirectBuffer.of(parts[1])),
                        view.nonBlocking().writeAtAll(2L * each, DirectBuffer.of(parts[2])),
                        view.nonBlocking().writeAt(3L * each, DirectBuffer.of(parts[3])));
                assertThat(view.position()).isEqualTo(2L * each);
                assertThat(world.allReduce(1, Reductions.sum())).isEqualTo(world.size()); // meanwhile
                Request.awaitAll(requests);
                assertThat(requests)
                        .allSatisfy(request -> assertThat(request.await()).isEqualTo(each));
                int[] read = new int[4 * each];
                Request<Long> reading = view.nonBlocking().readAtAll(0, DirectBuffer.of(read));
                assertThat(reading.await()).isEqualTo(4L * each);
                for (int part = 0; part < parts.length; part++) {
                    assertThat(Arrays.copyOfRange(read, part * each, (part + 1) * each))
                            .isEqualTo(parts[part]);
                }
            }
        });
    }

    @Test
    void shouldWaitForWhatWasStartedWhenItIsClosed() throws Exception {
        Path path = folder.resolve("started");
        run(3, world -> {
            ParallelFile file = open(world, path);
            FileView view = cyclic(file, ElementType.BYTE, world);
            var _ = view.nonBlocking().writeAll(DirectBuffer.of(new byte[100_000]));
            file.close();
            file.close(); // does nothing
            assertThatThrownBy(file::size)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
            return true;
        });
        assertThat(Files.size(path)).isEqualTo(300_000);
    }

    @Test
    void shouldBeOneFileForAllOrNone() throws Exception {
        Path path = folder.resolve("one");
        run(4, world -> {
            assertThatThrownBy(() -> ParallelFile.open(world, folder.resolve("of-" + world.rank()), WRITE, CREATE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("members must open the same file")
                    .hasMessageContaining("rank=1");
            assertThatThrownBy(() -> ParallelFile.open(world, path))
                    .isInstanceOfAny(UncheckedIOException.class, CallFailedException.class)
                    .hasMessageContaining("NoSuchFileException");
            assertThatThrownBy(() -> ParallelFile.open(world, path, CREATE))
                    .isInstanceOfAny(IllegalArgumentException.class, CallFailedException.class)
                    .hasMessageContaining("options=[CREATE]")
                    .hasMessageContaining("add WRITE");
            OpenOption[] options = {WRITE, world.rank() == 2 ? StandardOpenOption.APPEND : CREATE};
            assertThatThrownBy(() -> ParallelFile.open(world, path, options))
                    .isInstanceOfAny(IllegalArgumentException.class, CallFailedException.class)
                    .hasMessageContaining("option is not for files of a group: option=APPEND");
            try (ParallelFile file = ParallelFile.open(world, path, WRITE, CREATE_NEW, DELETE_ON_CLOSE)) {
                assertThat(file.path()).isEqualTo(path);
                assertThatThrownBy(() -> ParallelFile.open(world, path, WRITE, CREATE_NEW))
                        .satisfies(e ->
                                assertThat(e.toString()).contains(FileAlreadyExistsException.class.getSimpleName()));
            }
            world.barrier(); // all have closed it
            assertThat(path).doesNotExist();
            return true;
        });
        Files.write(path, new byte[10]);
        run(4, world -> {
            try (ParallelFile file = ParallelFile.open(world, path, WRITE, TRUNCATE_EXISTING)) {
                assertThat(file.size()).isZero();
            }
            return true;
        });
    }

    @Test
    void shouldTellAllMembersWhatFailsInOne() {
        forEachSize((world, path) -> {
            int failing = world.size() - 1;
            try (ParallelFile file = open(world, path)) {
                FileView view = cyclic(file, ElementType.INT, world);
                DirectBuffer wrong =
                        world.rank() == failing ? DirectBuffer.of(new long[100]) : DirectBuffer.of(new int[100]);
                Class<?> expected =
                        world.rank() == failing ? IllegalArgumentException.class : CallFailedException.class;
                assertThatThrownBy(() -> view.writeAtAll(0, wrong))
                        .isInstanceOf(expected)
                        .hasMessageContaining("buffer must have the view's type: buffer=long view=int")
                        .hasMessageContaining("path=" + path);
                assertThatThrownBy(() -> view.readAtAll(world.rank() == failing ? -1 : 0, DirectBuffer.of(new int[1])))
                        .isInstanceOf(expected)
                        .hasMessageContaining("position must not be negative: readAtAll position=-1");
                assertThatThrownBy(() ->
                                view.writeAtAll(world.rank() == failing ? 1L << 62 : 0, DirectBuffer.of(new int[1])))
                        .isInstanceOf(expected)
                        .hasMessageContaining("position is behind the end of all files: writeAtAll position=4611");
                assertThatThrownBy(() -> file.setSize(-1)).hasMessageContaining("size must not be negative");
                if (world.size() > 1) {
                    assertThatThrownBy(() -> file.setSize(world.rank()))
                            .hasMessageContaining("with the same size")
                            .hasMessageContaining("rank=1 setSize bytes=1");
                }
                view.writeAtAll(0, DirectBuffer.of(new int[100])); // the file works
                assertThat(file.size()).isEqualTo(400L * world.size());
            }
        });
    }

    /** A collective call of one member, which is wrong, or of the others, which is right. */
    private interface Given {
        void call(boolean isWrong) throws Exception;
    }

    @Test
    void shouldStayInStepWhenOneMemberPassesNoBuffer() {
        forEachSize((world, path) -> {
            boolean isWrong = world.rank() == world.size() - 1;
            try (ParallelFile file = open(world, path)) {
                FileView view = file.view(ElementType.INT);
                FileView swapped = cyclic(file, ElementType.INT, world).withOrder(ByteOrder.BIG_ENDIAN);
                SharedFileView shared = SharedFileView.of(file.view(ElementType.INT));
                List<Given> calls = List.of(
                        wrong -> view.writeAtAll(0, ints(wrong)),
                        wrong -> view.readAll(ints(wrong)),
                        wrong -> view.nonBlocking().writeAll(ints(wrong)).await(),
                        wrong -> view.nonBlocking().readAtAll(0, ints(wrong)).await(),
                        wrong -> shared.writeOrdered(ints(wrong)),
                        wrong -> shared.nonBlocking().readOrdered(ints(wrong)).await(),
                        wrong -> swapped.writeAtAll(0, wrong ? closed() : DirectBuffer.of(new int[1])));
                for (boolean atomic : new boolean[] {false, true}) {
                    file.setAtomic(atomic);
                    for (Given each : calls) {
                        assertThatThrownBy(() -> each.call(isWrong))
                                .isInstanceOf(isWrong ? RuntimeException.class : CallFailedException.class)
                                .hasMessageFindingMatch("buffer must not be null|[Cc]losed");
                    }
                }
                assertThat(view.position()).isLessThanOrEqualTo(2); // of what was started
                int[] all = new int[world.size()];
                view.writeAtAll(world.rank(), DirectBuffer.of(new int[] {world.rank()})); // the file works
                assertThat(view.readAtAll(0, DirectBuffer.of(all))).isEqualTo(world.size());
                assertThat(all).isEqualTo(IntStream.range(0, world.size()).toArray());
                world.barrier();
            }
        });
    }

    private static DirectBuffer closed() {
        try (Arena arena = Arena.ofShared()) {
            return DirectBuffer.of(arena.allocate(Integer.BYTES), ElementType.INT);
        }
    }

    @SuppressWarnings("NullAway") // as a program may do
    private static DirectBuffer ints(boolean isWrong) {
        return isWrong ? null : DirectBuffer.of(new int[1]);
    }

    @Test
    void shouldStayInStepWhenMembersMakeDifferentCalls() {
        forEachSize((world, path) -> {
            boolean isOdd = world.rank() == 1;
            try (ParallelFile file = open(world, path)) {
                FileView view = file.view(ElementType.INT);
                SharedFileView shared = SharedFileView.of(view);
                List<Given> calls = List.of(
                        odd -> writeOr(odd, view, file::force),
                        odd -> writeOr(odd, view, () -> file.setAtomic(file.isAtomic())),
                        odd -> writeOr(odd, view, () -> file.setSize(0)),
                        odd -> writeOr(odd, view, () -> file.preallocate(1 << 20)),
                        odd -> writeOr(odd, view, () -> shared.seek(100)),
                        odd -> writeOr(odd, view, () -> shared.over(view)),
                        odd -> writeOr(odd, view, () -> SharedFileView.of(view)),
                        odd -> writeOr(odd, view, () -> shared.readOrdered(ints(false))),
                        odd -> writeOr(odd, view, () -> shared.writeOrdered(ints(false))),
                        odd -> writeOr(odd, view, () -> view.readAtAll(0, ints(false))));
                for (boolean atomic : new boolean[] {false, true}) {
                    file.setAtomic(atomic);
                    for (Given each : calls) {
                        if (world.size() > 1) {
                            assertThatThrownBy(() -> each.call(isOdd))
                                    .isInstanceOf(IllegalArgumentException.class)
                                    .hasMessageContaining("members make different calls on one file")
                                    .hasMessageContaining("rank=0 writeAtAll position=0 elements=1")
                                    .hasMessageContaining("rank=1 ");
                        }
                    }
                }
                assertThat(file.size()).isZero();
                view.writeAtAll(world.rank(), DirectBuffer.of(new int[1])); // the file works
                assertThat(file.size()).isEqualTo(4L * world.size());
            }
        });
    }

    private static void writeOr(boolean isOdd, FileView view, Runnable other) {
        if (isOdd) {
            other.run();
        } else {
            view.writeAtAll(0, ints(false));
        }
    }

    @Test
    void shouldRefuseAFileThatIsAtomicForSomeMembers() {
        forEachSize((world, path) -> {
            try (ParallelFile file = open(world, path)) {
                if (world.size() > 1) {
                    assertThatThrownBy(() -> file.setAtomic(world.rank() == 0))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("members must say the same of an atomic file: path=" + path)
                            .hasMessageContaining("rank=0 setAtomic(true); rank=1 setAtomic(false)");
                }
                assertThat(file.isAtomic()).isFalse();
                file.view(ElementType.INT).writeAtAll(world.rank(), DirectBuffer.of(new int[1])); // the file works
                assertThat(file.size()).isEqualTo(4L * world.size());
            }
        });
    }

    @Test
    void shouldTellAllMembersThatTheDiskIsFull() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "Linux has it");
        for (int size : sizes()) {
            run(size, world -> {
                try (ParallelFile file = ParallelFile.open(world, full, WRITE)) {
                    FileView mixed = cyclic(file, ElementType.INT, world);
                    for (int elements : List.of(10, 500_000)) {
                        assertThatThrownBy(() -> mixed.writeAtAll(0, DirectBuffer.of(new int[elements])))
                                .isInstanceOfAny(UncheckedIOException.class, CallFailedException.class)
                                .hasMessageContaining("No space left on device");
                    }
                    FileView whole = file.view(ElementType.INT);
                    assertThatThrownBy(() -> whole.writeAtAll(1000L * world.rank(), DirectBuffer.of(new int[1000])))
                            .hasMessageContaining("writeAtAll position=%d elements=1000", 1000 * world.rank())
                            .hasMessageContaining("No space left on device");
                }
                return true;
            });
        }
    }

    @Test
    void shouldRefuseWhatItWasNotOpenedFor() {
        forEachSize((world, path) -> {
            try (ParallelFile file = ParallelFile.open(world, path, WRITE, CREATE)) {
                FileView view = file.view(ElementType.INT);
                assertThatThrownBy(() -> view.readAtAll(0, DirectBuffer.of(new int[1])))
                        .hasMessageContaining("file was not opened with READ");
                assertThatThrownBy(() -> file.view(-1, ElementType.INT)).hasMessageContaining("displacement");
                assertThatThrownBy(() -> file.view(0, ElementType.INT, Layout.indexed(3, 2), 4))
                        .hasMessageContaining("rising order");
                assertThatThrownBy(() -> file.view(0, ElementType.INT, Layout.indexed(1, 5), 4))
                        .hasMessageContaining("fit in its extent");
                assertThatThrownBy(() -> file.view(0, ElementType.INT, Layout.contiguous(0), 4))
                        .hasMessageContaining("at least one element");
            }
            try (ParallelFile file = ParallelFile.open(world, path)) {
                FileView view = file.view(ElementType.INT);
                assertThatThrownBy(() -> view.write(DirectBuffer.of(new int[1])))
                        .hasMessageContaining("file was not opened with WRITE");
                assertThatThrownBy(() -> file.setSize(5)).hasMessageContaining("file was not opened with WRITE");
            }
        });
    }

    @Test
    void shouldStayOpenAfterAnInterrupt() {
        run(2, world -> {
            try (ParallelFile file = open(world, folder.resolve("interrupted"))) {
                FileView view = file.view(ElementType.INT);
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> view.writeAt(world.rank(), DirectBuffer.of(new int[] {5})))
                        .isInstanceOf(OperationInterruptedException.class)
                        .hasMessageContaining("the file stays open");
                assertThat(Thread.interrupted()).isTrue();
                view.writeAtAll(world.rank(), DirectBuffer.of(new int[] {5}));
                assertThat(file.size()).isEqualTo(8);
            }
            return true;
        });
    }

    @Test
    void shouldDoOneAfterTheOtherInAnAtomicFile() {
        forEachSize((world, path) -> {
            int elements = 300_000; // more than one write
            try (ParallelFile file = open(world, path)) {
                file.setAtomic(true);
                assertThat(file.isAtomic()).isTrue();
                FileView view = file.view(ElementType.INT);
                int[] mine = new int[elements];
                int[] read = new int[elements];
                for (int turn = 0; turn < 3; turn++) {
                    Arrays.fill(mine, 10 * turn + world.rank());
                    view.writeAt(0, DirectBuffer.of(mine));
                    view.readAt(0, DirectBuffer.of(read));
                    assertThat(Arrays.stream(read).allMatch(each -> each == read[0]))
                            .isTrue();
                }
                view.writeAtAll(0, DirectBuffer.of(mine));
                view.readAtAll(0, DirectBuffer.of(read));
                assertThat(Arrays.stream(read).allMatch(each -> each == read[0]))
                        .isTrue();
                List<Request<Long>> started = IntStream.range(0, 3)
                        .mapToObj(_ -> view.nonBlocking().writeAt(0, DirectBuffer.of(mine)))
                        .toList();
                Thread.currentThread().interrupt(); // which closes the channel that they use
                assertThatThrownBy(() -> view.readAt(0, DirectBuffer.of(read)))
                        .isInstanceOf(OperationInterruptedException.class);
                assertThat(Thread.interrupted()).isTrue();
                Request.awaitAll(started);
                view.readAt(0, DirectBuffer.of(read));
                assertThat(Arrays.stream(read).allMatch(each -> each == read[0]))
                        .isTrue();
                file.setAtomic(false);
                assertThat(file.isAtomic()).isFalse();
            }
        });
    }

    @Test
    void shouldTakeTheRoomForALongerFile() {
        forEachSize((world, path) -> {
            try (ParallelFile file = open(world, path)) {
                file.view(ElementType.BYTE).writeAtAll(0, DirectBuffer.of(new byte[] {1, 2}));
                file.preallocate(3_000_000);
                assertThat(file.size()).isEqualTo(3_000_000);
                file.preallocate(5);
                assertThat(file.size()).isEqualTo(3_000_000);
                byte[] start = new byte[3];
                file.view(ElementType.BYTE).readAt(0, DirectBuffer.of(start));
                assertThat(start).containsExactly(1, 2, 0);
                file.force();
            }
        });
    }

    @Test
    void shouldDoWhatASingleArrayWouldWithAnyLayouts() {
        int bytes = 60_000;
        for (int seed = 0; seed < 2; seed++) {
            for (int size : sizes()) {
                Path path = folder.resolve("random-" + files.incrementAndGet());
                long base = 1000L * seed + size;
                run(size, world -> {
                    byte[] model = new byte[bytes];
                    try (ParallelFile file = open(world, path)) {
                        file.setSize(bytes);
                        for (int turn = 0; turn < 8; turn++) {
                            oneTurn(world, file, model, new Random(base * 100 + turn));
                        }
                    }
                    return true;
                });
            }
        }
    }

    /** Writes what each member selects of one random partition of the elements, and compares the whole file. */
    private static void oneTurn(Communicator world, ParallelFile file, byte[] model, Random random) {
        int extent = 5 + random.nextInt(200);
        int[] owners = random.ints(extent, -1, world.size()).toArray(); // of each element of the tile; -1: none
        int displacement = random.nextInt(64);
        int tiles = 1 + random.nextInt((model.length - displacement) / (extent * Long.BYTES));
        boolean collective = random.nextInt(3) > 0;
        int stamp = random.nextInt();
        ByteBuffer elements = ByteBuffer.wrap(model).order(ByteOrder.nativeOrder());
        for (int i = 0; i < tiles * extent; i++) {
            if (owners[i % extent] >= 0) {
                elements.putLong(displacement + i * Long.BYTES, (long) stamp << 32 | i);
            }
        }
        int[] own = IntStream.range(0, extent)
                .filter(i -> owners[i] == world.rank())
                .toArray();
        long[] values = IntStream.range(0, tiles * extent)
                .filter(i -> owners[i % extent] == world.rank())
                .mapToLong(i -> (long) stamp << 32 | i)
                .toArray();
        FileView view = own.length == 0
                ? file.view(ElementType.LONG)
                : file.view(displacement, ElementType.LONG, Layout.indexed(own), extent);
        if (collective) {
            view.writeAtAll(0, DirectBuffer.of(values));
        } else {
            view.writeAt(0, DirectBuffer.of(values));
        }
        world.barrier();
        long[] back = new long[values.length];
        assertThat(view.readAtAll(0, DirectBuffer.of(back))).isEqualTo(values.length);
        assertThat(back).isEqualTo(values);
        Arrays.fill(back, 0);
        assertThat(view.readAt(0, DirectBuffer.of(back))).isEqualTo(values.length);
        assertThat(back).isEqualTo(values);
        byte[] whole = new byte[model.length];
        assertThat(file.view(ElementType.BYTE).readAtAll(0, DirectBuffer.of(whole)))
                .isEqualTo(whole.length);
        assertThat(Arrays.equals(whole, model)).isTrue();
        world.barrier(); // all have compared
    }
}

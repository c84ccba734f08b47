package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.CallFailedException;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;
import tutti.serialization.OperationInterruptedException;

/** A position of a file that all members share. */
class SharedFileViewTest extends EachDevice {
    @TempDir
    Path folder;

    private final AtomicInteger files = new AtomicInteger();

    private interface FileWork {
        void run(Communicator world, ParallelFile file) throws Exception;
    }

    /** Runs groups of all sizes, each with a file of its own. */
    private void forEachSize(FileWork work) {
        for (int size : sizes()) {
            Path path = folder.resolve("file-" + files.incrementAndGet());
            run(size, world -> {
                try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE)) {
                    work.run(world, file);
                    world.barrier(); // member 0, which has the position, closes the file when all are ready
                }
                return true;
            });
        }
    }

    private static DirectBuffer longs(long... values) {
        return DirectBuffer.of(values);
    }

    private static long[] all(ParallelFile file) {
        FileView view = file.view(ElementType.LONG);
        long[] values = new long[(int) view.length()];
        assertThat(view.readAt(0, DirectBuffer.of(values))).isEqualTo(values.length);
        return values;
    }

    @Test
    void shouldWriteEachRecordOnceAndWhole() {
        forEachSize((world, file) -> {
            int records = 30;
            SharedFileView log = SharedFileView.of(file.view(ElementType.LONG));
            assertThat(log.position()).isBetween(0L, 2L * records * world.size());
            for (int i = 0; i < records; i++) {
                long[] record = new long[1 + i % 3];
                Arrays.fill(record, record(world.rank(), i));
                log.write(DirectBuffer.of(record));
            }
            world.barrier();
            long[] values = all(file);
            assertThat(values).hasSize(2 * records * world.size());
            assertThat(log.position()).isEqualTo(values.length);
            List<Long> found = new ArrayList<>();
            for (int at = 0; at < values.length; at += 1 + (int) (values[at] % 1000 % 3)) {
                int length = 1 + (int) (values[at] % 1000 % 3);
                assertThat(Arrays.copyOfRange(values, at, at + length)).containsOnly(values[at]);
                found.add(values[at]);
            }
            Long[] expected = IntStream.range(0, world.size())
                    .boxed()
                    .flatMap(rank -> IntStream.range(0, records).mapToObj(i -> record(rank, i)))
                    .toArray(Long[]::new);
            assertThat(found).containsExactlyInAnyOrder(expected);
        });
    }

    private static long record(int rank, int number) {
        return 1000L * (rank + 1) + number;
    }

    @Test
    void shouldReadEachElementOnceAndStayAtTheEnd() {
        forEachSize((world, file) -> {
            int elements = 101;
            if (world.rank() == 0) {
                file.view(ElementType.LONG)
                        .writeAt(
                                0, DirectBuffer.of(LongStream.range(0, elements).toArray()));
            }
            SharedFileView tasks = SharedFileView.of(file.view(ElementType.LONG));
            List<Long> own = new ArrayList<>();
            long[] next = new long[2];
            for (long read = tasks.read(DirectBuffer.of(next)); read > 0; read = tasks.read(DirectBuffer.of(next))) {
                if (read == 2) {
                    assertThat(next[1]).isEqualTo(next[0] + 1);
                }
                own.addAll(LongStream.of(next).limit(read).boxed().toList());
            }
            List<Long> together = world.allGather(new ArrayList<>(own)).stream()
                    .flatMap(List::stream)
                    .sorted()
                    .toList();
            assertThat(together).isEqualTo(LongStream.range(0, elements).boxed().toList());
            assertThat(tasks.position()).isEqualTo(elements);
        });
    }

    @Test
    void shouldReadAndWriteInTheOrderOfRanks() {
        forEachSize((world, file) -> {
            int rank = world.rank();
            FileView every = file.view(8, ElementType.LONG, Layout.contiguous(1).at(1), 3); // each third element
            SharedFileView view = SharedFileView.of(every);
            long[] expected = IntStream.range(0, 2)
                    .boxed()
                    .flatMapToLong(turn -> IntStream.range(0, world.size())
                            .boxed()
                            .flatMapToLong(writer -> LongStream.generate(() -> record(writer, turn))
                                    .limit(writer)))
                    .toArray();
            for (int turn = 0; turn < 2; turn++) {
                long[] own = new long[rank]; // rank 0 has none
                Arrays.fill(own, record(rank, turn));
                view.writeOrdered(DirectBuffer.of(own));
            }
            assertThat(view.position()).isEqualTo(expected.length);
            long[] values = new long[expected.length];
            assertThat(every.readAt(0, DirectBuffer.of(values))).isEqualTo(values.length);
            assertThat(values).isEqualTo(expected);

            view.seek(0);
            long[] read = new long[rank + 1];
            long count = view.readOrdered(DirectBuffer.of(read));
            int from = rank * (rank + 1) / 2;
            assertThat(count).isEqualTo(Math.clamp(expected.length - from, 0, rank + 1));
            for (int i = 0; i < count; i++) {
                assertThat(read[i]).isEqualTo(expected[from + i]);
            }
            assertThat(view.position()).isEqualTo(Math.min(expected.length, world.size() * (world.size() + 1) / 2));
            assertThat(view.readOrdered(longs())).isZero();
        });
    }

    @Test
    void shouldReadAndWriteWithoutWaiting() {
        forEachSize((world, file) -> {
            int rank = world.rank();
            SharedFileView view = SharedFileView.of(file.view(ElementType.LONG));
            List<Request<Long>> writes = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                writes.add(view.nonBlocking().write(longs(record(rank, i), record(rank, i))));
            }
            Request.awaitAll(writes);
            world.barrier();
            long[] values = all(file);
            long[] own = LongStream.of(values)
                    .filter(value -> value / 1000 == rank + 1)
                    .toArray();
            assertThat(own).isSorted().hasSize(20);
            assertThat(values).hasSize(20 * world.size());

            Request<Long> first = view.nonBlocking().writeOrdered(longs(-1 - rank));
            Request<Long> second = view.nonBlocking().writeOrdered(longs(-1 - rank));
            assertThat(first.await()).isEqualTo(1);
            assertThat(second.await()).isEqualTo(1);
            view.seek(values.length);
            long[] last = new long[2];
            assertThat(view.nonBlocking().readOrdered(DirectBuffer.of(last)).await())
                    .isEqualTo(2);
            assertThat(last).containsExactly(-1 - 2 * rank % world.size(), -1 - (2 * rank + 1) % world.size());
            assertThat(view.nonBlocking().read(DirectBuffer.of(last)).await()).isZero();
        });
    }

    @Test
    void shouldRefuseDifferentViewsAndPositions() {
        forEachSize((world, file) -> {
            int last = world.size() - 1;
            boolean isLast = world.rank() == last;
            if (world.size() > 1) {
                FileView longs = file.view(ElementType.LONG);
                List<FileView> others = List.of(
                        file.view(ElementType.INT),
                        file.view(8, ElementType.LONG),
                        longs.withOrder(ByteOrder.BIG_ENDIAN),
                        file.view(0, ElementType.LONG, Layout.indexed(0, 2), 3),
                        file.view(0, ElementType.LONG, Layout.contiguous(1), 2));
                for (FileView other : others) {
                    assertThatThrownBy(() -> SharedFileView.of(isLast ? other : longs))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("members must share the position of equal views")
                            .hasMessageContaining("rank=%d displacement", last);
                }
            }
            SharedFileView view = SharedFileView.of(file.view(ElementType.LONG));
            if (world.size() > 1) {
                assertThatThrownBy(() -> view.seek(isLast ? 1 : 2))
                        .hasMessageContaining("members must seek the same position")
                        .hasMessageContaining("rank=%d position=1", last);
            }
            assertThatThrownBy(() -> view.seek(-1)).hasMessageContaining("position must not be negative");
            DirectBuffer wrong = DirectBuffer.of(new int[1]);
            assertThatThrownBy(() -> view.write(wrong)).hasMessageContaining("buffer must have the view's type");
            assertThatThrownBy(() -> view.writeOrdered(isLast ? wrong : longs(1)))
                    .isInstanceOf(isLast ? IllegalArgumentException.class : CallFailedException.class)
                    .hasMessageContaining("buffer must have the view's type");
            assertThat(view.position()).isZero();
            view.writeOrdered(longs(7)); // the file works
            assertThat(all(file)).hasSize(world.size()).containsOnly(7);
        });
    }

    @Test
    void shouldShareThePositionOfAnotherView() {
        forEachSize((world, file) -> {
            SharedFileView all = SharedFileView.of(file.view(ElementType.LONG));
            all.writeOrdered(longs(world.rank(), world.rank()));
            FileView second =
                    file.view(0, ElementType.LONG, Layout.contiguous(1).at(1), 2);
            SharedFileView every = all.over(second);
            assertThat(every.position()).isZero();
            long[] read = new long[1];
            assertThat(every.readOrdered(DirectBuffer.of(read))).isEqualTo(1);
            assertThat(read[0]).isEqualTo(world.rank());
            assertThat(every.position()).isEqualTo(world.size());
            assertThat(all.position()).isEqualTo(world.size()); // it is one
            if (world.size() > 1) {
                FileView own = file.view(8L * world.rank(), ElementType.LONG);
                assertThatThrownBy(() -> all.over(own)).hasMessageContaining("of equal views");
                assertThat(all.position()).isEqualTo(world.size());
            }
        });
    }

    @Test
    void shouldEndWhenMemberZeroHasClosedItsFile() {
        for (int size : List.of(2, 3)) {
            Path path = folder.resolve("closed-" + size);
            run(size, world -> {
                ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE);
                SharedFileView view = SharedFileView.of(file.view(ElementType.LONG));
                view.write(longs(1));
                world.barrier();
                if (world.rank() == 0) {
                    file.close();
                    assertThatThrownBy(view::position).isInstanceOf(IllegalStateException.class);
                } else {
                    assertThatThrownBy(() -> {
                                for (int i = 0; i < 1_000_000; i++) {
                                    view.write(longs(1));
                                }
                            })
                            .isInstanceOf(MemberFailedException.class)
                            .hasMessageContaining("rank=0");
                    file.view(ElementType.LONG).writeAt(0, longs(1)); // what is this member's own works
                    file.close();
                }
                world.barrier();
                return true;
            });
        }
    }

    @Test
    void shouldWorkAfterAnInterrupt() {
        forEachSize((world, file) -> {
            SharedFileView view = SharedFileView.of(file.view(ElementType.LONG));
            long own = 1L + world.rank();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> view.write(longs(own))).isInstanceOf(OperationInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            view.write(longs(own, own));
            world.barrier();
            long[] values = all(file);
            assertThat(values).hasSizeBetween(2 * world.size(), 3 * world.size());
            assertThat(LongStream.of(values).filter(value -> value == own).count())
                    .isGreaterThanOrEqualTo(2);
            view.writeOrdered(longs(own));
            assertThat(view.position()).isGreaterThanOrEqualTo(3L * world.size());
        });
    }

    /** A list in memory that does the same, one after the other. */
    @Test
    void shouldDoWhatAListWouldInOrderedOperations() {
        for (int seed = 0; seed < 3; seed++) {
            int base = 1000 * seed;
            forEachSize((world, file) -> {
                SharedFileView view = SharedFileView.of(file.view(ElementType.LONG));
                List<Long> model = new ArrayList<>();
                int position = 0;
                for (int turn = 0; turn < 15; turn++) {
                    Random random = new Random(base + turn); // the same at all members
                    int[] lengths = random.ints(world.size(), 0, random.nextInt(20) == 0 ? 50_000 : 9)
                            .toArray();
                    int rank = world.rank();
                    int before = position + IntStream.of(lengths).limit(rank).sum();
                    int total = IntStream.of(lengths).sum();
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            position = random.nextInt(model.size() + 1);
                            view.seek(position);
                        }
                        case 1 -> {
                            view.writeOrdered(DirectBuffer.of(LongStream.range(before, before + lengths[rank])
                                    .map(at -> at ^ turnStamp(base))
                                    .toArray()));
                            for (int i = 0; i < total; i++, position++) {
                                long value = position ^ turnStamp(base);
                                if (position < model.size()) {
                                    model.set(position, value);
                                } else {
                                    model.add(value);
                                }
                            }
                        }
                        default -> {
                            long[] read = new long[lengths[rank]];
                            long count = view.readOrdered(DirectBuffer.of(read));
                            assertThat(count).isEqualTo(Math.clamp(model.size() - before, 0, read.length));
                            for (int i = 0; i < count; i++) {
                                assertThat(read[i]).isEqualTo(model.get(before + i));
                            }
                            position = Math.min(model.size(), position + total);
                        }
                    }
                    assertThat(view.position()).isEqualTo(position);
                    world.barrier(); // all have compared
                }
                assertThat(all(file))
                        .isEqualTo(model.stream().mapToLong(Long::longValue).toArray());
            });
        }
    }

    private static long turnStamp(int base) {
        return (long) base << 40;
    }
}

package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ExactSum;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Layout;

/**
 * The steps of a random program that look at a buffer or an operation in another way: prepared operations, elements
 * apart, structs, values of several elements, exact sums.
 */
final class RandomViews {
    private static final ReductionObject<DirectBuffer> COMPOSE =
            Reductions.elementwise("compose", long[].class, 2, (left, right, from, to) -> {
                for (int i = from; i < to; i += 2) {
                    left[i + 1] = right[i] * left[i + 1] + right[i + 1];
                    left[i] *= right[i];
                }
            });

    private static final StructLayout NUMBERED =
            MemoryLayout.structLayout(ValueLayout.JAVA_INT, MemoryLayout.paddingLayout(4), ValueLayout.JAVA_DOUBLE);

    private final Random random; // draws the same at all members
    private final Communicator world;
    private final RandomMember member;
    private final int rank;
    private final int size;
    private final long[] changing = new long[2];
    private final long[] total = new long[2];
    private final int[] passed = new int[3];
    private final int[] arrived = new int[3];
    private @Nullable PersistentRequest<@Nullable Void> prepared;
    private @Nullable List<PersistentRequest<?>> round; // to the next member, and from the one before

    RandomViews(RandomMember member) {
        this.member = member;
        random = member.random;
        world = member.world;
        rank = member.rank;
        size = member.size;
    }

    void step(int length) {
        int step = member.step();
        boolean isStarted = random.nextBoolean();
        switch (random.nextInt(7)) {
            case 0 -> prepared(step);
            case 1 -> preparedMessages(step);
            case 2 -> columns(step, 1 + Math.min(length, 500), isStarted);
            case 3 -> indexed(step, isStarted);
            case 4 -> structs(step, 1 + Math.min(length, 500), isStarted);
            case 5 -> values(step, length, isStarted);
            default -> exactSums(step, isStarted);
        }
    }

    private void prepared(int step) {
        if (prepared == null) {
            prepared =
                    world.persistent().allReduce(DirectBuffer.of(changing), DirectBuffer.of(total), Reductions.sum());
        }
        int runs = 1 + random.nextInt(4);
        for (int run = 0; run < runs; run++) {
            Arrays.fill(changing, (long) rank * step + run);
            if (random.nextBoolean()) {
                prepared.run();
            } else {
                var _ = prepared.start();
                prepared.await();
            }
            long expected = (long) step * size * (size - 1) / 2 + (long) size * run;
            assertThat(total).containsExactly(expected, expected);
        }
    }

    /** Passes numbers around the ring, by the same two requests each time. */
    private void preparedMessages(int step) {
        if (round == null) {
            PersistentCommunicator tagged = world.withTag(7_001).persistent();
            round = List.of(
                    tagged.receive(DirectBuffer.of(arrived), (rank + size - 1) % size),
                    tagged.sendAsync(DirectBuffer.of(passed), (rank + 1) % size));
        }
        int runs = 1 + random.nextInt(4);
        for (int run = 0; run < runs; run++) {
            Arrays.fill(passed, 100 * step + 10 * run + rank);
            PersistentRequest.startAll(round);
            PersistentRequest.awaitAll(round);
            assertThat(arrived).containsOnly(100 * step + 10 * run + (rank + size - 1) % size);
        }
    }

    /** The root's elements are at other places than those of the other members, and what is between them stays. */
    private void indexed(int step, boolean isStarted) {
        int root = random.nextInt(size);
        int blocks = random.nextInt(6);
        int[] lengths = random.ints(blocks, 0, 5).toArray();
        int[] gaps = random.ints(blocks, 0, 4).toArray();
        int[] offsets = new int[blocks];
        int end = 0;
        int count = 0;
        for (int block = 0; block < blocks; block++) {
            offsets[block] = end + (rank == root ? 0 : gaps[block]);
            end = offsets[block] + lengths[block];
            count += lengths[block];
        }
        long[] memory = new long[end + 1];
        Arrays.setAll(memory, i -> rank == root ? 1_000L * step + i : -1);
        DirectBuffer selected = DirectBuffer.of(memory).select(Layout.indexed(offsets, lengths));
        long[] expected = memory.clone();
        int next = 0;
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < lengths[block]; i++) {
                expected[offsets[block] + i] = 1_000L * step + next++;
            }
        }
        assertThat(selected.length()).isEqualTo(count);
        Runnable check = () -> assertThat(memory).isEqualTo(expected);
        if (isStarted) {
            Request<?> request = world.nonBlocking().broadcast(selected, root);
            member.later(() -> {
                var _ = request.await();
                check.run();
            });
        } else {
            var _ = world.broadcast(selected, root);
            check.run();
        }
    }

    /** Each member gets the structs of all. */
    private void structs(int step, int count, boolean isStarted) {
        MemorySegment own = Arena.ofAuto().allocate(NUMBERED, count);
        MemorySegment all = Arena.ofAuto().allocate(NUMBERED, (long) count * size);
        long bytes = NUMBERED.byteSize();
        for (int i = 0; i < count; i++) {
            own.set(ValueLayout.JAVA_INT, i * bytes, rank + i);
            own.set(ValueLayout.JAVA_DOUBLE, i * bytes + 8, step);
        }
        Runnable check = () -> {
            for (int i = 0; i < count * size; i++) {
                assertThat(all.get(ValueLayout.JAVA_INT, i * bytes)).isEqualTo(i / count + i % count);
                assertThat(all.get(ValueLayout.JAVA_DOUBLE, i * bytes + 8)).isEqualTo(step);
            }
        };
        DirectBuffer send = DirectBuffer.of(own, NUMBERED);
        DirectBuffer receive = DirectBuffer.of(all, NUMBERED);
        if (isStarted) {
            Request<?> request = world.nonBlocking().allGather(send, receive);
            member.later(() -> {
                var _ = request.await();
                check.run();
            });
        } else {
            world.allGather(send, receive);
            check.run();
        }
    }

    /** Each member gives each other one of the columns of its matrix, and gets rows for them. */
    private void columns(int step, int rows, boolean isStarted) {
        int[] matrix = new int[rows * size];
        Arrays.setAll(matrix, i -> 1_000_000 * rank + 1_000 * step + i);
        Layout column = Layout.vector(rows, 1, size);
        DirectBuffer[] columns = IntStream.range(0, size)
                .mapToObj(i -> DirectBuffer.of(matrix).select(column.at(i)))
                .toArray(DirectBuffer[]::new);
        int[] arrived = new int[rows * size];
        DirectBuffer send = DirectBuffer.join(columns);
        Runnable check = () -> {
            for (int source = 0; source < size; source++) {
                for (int row = 0; row < rows; row++) {
                    assertThat(arrived[source * rows + row])
                            .isEqualTo(1_000_000 * source + 1_000 * step + row * size + rank);
                }
            }
        };
        // joined buffers travel as bytes
        DirectBuffer receive = DirectBuffer.join(DirectBuffer.of(arrived));
        if (isStarted) {
            Request<?> request = world.nonBlocking().allToAll(send, receive);
            member.later(() -> {
                request.await();
                check.run();
            });
        } else {
            world.allToAll(send, receive);
            check.run();
        }
    }

    /** Composes x -> a x + b of all members. */
    private void values(int step, int count, boolean isStarted) {
        long[] own = maps(rank, step, count);
        long[] expected = maps(0, step, count);
        for (int other = 1; other < size; other++) {
            long[] next = maps(other, step, count);
            for (int i = 0; i < expected.length; i += 2) {
                expected[i + 1] = next[i] * expected[i + 1] + next[i + 1];
                expected[i] *= next[i];
            }
        }
        long[] result = new long[own.length];
        if (isStarted) {
            Request<?> request = world.nonBlocking().allReduce(DirectBuffer.of(own), DirectBuffer.of(result), COMPOSE);
            member.later(() -> {
                request.await();
                assertThat(result).isEqualTo(expected);
            });
        } else {
            world.allReduce(DirectBuffer.of(own), DirectBuffer.of(result), COMPOSE);
            assertThat(result).isEqualTo(expected);
        }
    }

    private static long[] maps(int rank, int step, int count) {
        return new Random(100L * step + rank).longs(2L * count).toArray();
    }

    private void exactSums(int step, boolean isStarted) {
        double expected = ExactSum.sum(
                IntStream.range(0, size).mapToDouble(r -> wild(r, step)).toArray());
        if (isStarted) {
            Request<Double> request = world.nonBlocking().allReduce(wild(rank, step), Reductions.<Double>exactSum());
            member.later(() -> assertThat(request.await()).isEqualTo(expected));
        } else {
            double[] sums = {0, 0};
            double[] own = {wild(rank, step), -wild(rank, step)};
            world.allReduce(DirectBuffer.of(own), DirectBuffer.of(sums), Reductions.exactSum());
            assertThat(sums).containsExactly(expected, 0 - expected);
        }
    }

    private static double wild(int rank, int step) {
        Random random = new Random(31L * step + rank);
        return Math.scalb(random.nextDouble() - 0.5, random.nextInt(300) - 150);
    }
}

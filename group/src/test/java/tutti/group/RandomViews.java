package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ExactSum;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Layout;

/**
 * The steps of a random program that look at a group or a buffer in another way: prepared operations, elements apart,
 * values of several elements, exact sums, two groups that talk to each other.
 */
final class RandomViews {
    private static final ReductionObject<DirectBuffer> COMPOSE =
            Reductions.elementwise("compose", long[].class, 2, (left, right, from, to) -> {
                for (int i = from; i < to; i += 2) {
                    left[i + 1] = right[i] * left[i + 1] + right[i + 1];
                    left[i] *= right[i];
                }
            });

    private final Random random; // draws the same at all members
    private final Communicator world;
    private final Consumer<Runnable> later;
    private final int rank;
    private final int size;
    private final long[] changing = new long[2];
    private final long[] total = new long[2];
    private @Nullable PersistentRequest<@Nullable Void> prepared;
    private @Nullable Intercommunicator sides;

    RandomViews(Random random, Communicator world, Consumer<Runnable> later) {
        this.random = random;
        this.world = world;
        this.later = later;
        rank = world.rank();
        size = world.size();
    }

    void step(int step, int length, boolean isStarted) {
        switch (random.nextInt(5)) {
            case 0 -> prepared(step);
            case 1 -> columns(step, 1 + Math.min(length, 500), isStarted);
            case 2 -> values(step, length, isStarted);
            case 3 -> exactSums(step, isStarted);
            default -> sides(step);
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
            later.accept(() -> {
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
            later.accept(() -> {
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
            later.accept(() -> assertThat(request.await()).isEqualTo(expected));
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

    /** Members of even and of odd rank tell each other what they are. */
    private void sides(int step) {
        if (size == 1) {
            return;
        }
        int side = rank % 2;
        if (sides == null) {
            sides = Intercommunicator.create(world.split(side), 0, world.withTag(7_000), 1 - side, 7_000);
        }
        int root = random.nextInt((size + 1) / 2); // of the even ones
        List<Integer> others =
                IntStream.range(0, size).filter(r -> r % 2 != side).boxed().toList();
        long[] sum = {-1};
        sides.allReduce(DirectBuffer.of(new long[] {rank + step}), DirectBuffer.of(sum), Reductions.sum());
        assertThat(sum[0]).isEqualTo(others.stream().mapToLong(r -> r + step).sum());
        assertThat(sides.<Integer>allGather(rank)).isEqualTo(others);
        if (side == 0) {
            sides.broadcastTo("even " + step, root);
        } else {
            assertThat(sides.<String>broadcastFrom(root)).isEqualTo("even " + step);
        }
    }
}

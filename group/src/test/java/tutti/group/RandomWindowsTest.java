package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Random programs of window operations, beside what a sequential program says. A seed makes a program, the same at all
 * members: between two fences each cell is written by one origin, or combined by all with one operator.
 */
class RandomWindowsTest extends EachDevice {
    private static final int CELLS = 40;
    private static final int ROUNDS = 12;
    private static final List<ReductionObject<DirectBuffer>> OPERATORS = List.of(
            Reductions.sum(), Reductions.min(), Reductions.max(), Reductions.bitwiseXor(), Reductions.bitwiseAnd());

    @Test
    void shouldDoWhatASequentialProgramSays() {
        run(1, 15);
    }

    @Test
    @Tag("nightly")
    @Timeout(7200)
    void shouldDoWhatASequentialProgramSaysManyTimes() {
        run(1000, 2_000);
    }

    private void run(long first, int programs) {
        for (long seed = first; seed < first + programs; seed++) {
            long chosen = seed;
            int size = 1 + new Random(seed).nextInt(6);
            run(size, world -> {
                try {
                    new Program(chosen, world).run();
                } catch (RuntimeException | Error e) {
                    throw new AssertionError("seed=%d size=%d".formatted(chosen, world.size()), e);
                }
                return true;
            });
        }
    }

    private static final class Program {
        private final Random random;
        private final Communicator world;
        private final long[][] expected;

        Program(long seed, Communicator world) {
            random = new Random(seed);
            this.world = world;
            expected = new long[world.size()][CELLS];
        }

        void run() {
            boolean given = random.nextBoolean();
            boolean ints = random.nextBoolean();
            Object array = ints ? new int[CELLS] : new long[CELLS];
            ElementType type = ints ? ElementType.INT : ElementType.LONG;
            Window window = given ? world.createWindow(DirectBuffer.ofArray(array)) : world.allocateWindow(type, CELLS);
            window.fence();
            for (int round = 0; round < ROUNDS; round++) {
                round(window);
            }
            window.close();
        }

        private void round(Window window) {
            boolean locks = random.nextBoolean();
            if (locks) {
                window.lockAll();
            }
            for (int target = 0; target < world.size(); target++) {
                for (int cell = 0; cell < CELLS; ) {
                    int length = Math.min(CELLS - cell, 1 + random.nextInt(8));
                    step(window, target, cell, length);
                    cell += length;
                }
            }
            if (locks) {
                window.unlockAll();
            }
            window.fence();
            for (int target = 0; target < world.size(); target++) {
                DirectBuffer got = buffer(window, CELLS, 0);
                window.get(target, 0, got);
                assertThat(values(got)).as("target=%d", target).isEqualTo(expected[target]);
            }
            window.fence();
        }

        private void step(Window window, int target, int cell, int length) {
            int kind = random.nextInt(4);
            int writer = random.nextInt(world.size());
            long[] operands = random.longs(world.size(), 0, 1000).toArray();
            ReductionObject<DirectBuffer> operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
            int rank = world.rank();
            DirectBuffer source = buffer(window, length, operands[rank]);
            switch (kind) {
                case 0 -> {
                    if (rank == writer) {
                        window.put(target, cell, source);
                    }
                    Arrays.fill(expected[target], cell, cell + length, operands[writer]);
                }
                case 1 -> {
                    window.accumulate(target, cell, source, operator);
                    combine(target, cell, length, operands, operator);
                }
                case 2 -> {
                    window.getAndAccumulate(target, cell, source, buffer(window, length, 0), operator);
                    combine(target, cell, length, operands, operator);
                }
                default -> {
                    if (rank == writer) {
                        var _ = window.nonBlocking().accumulate(target, cell, source, Window.REPLACE);
                        assertThat(window.compareAndSwap(target, cell, operands[writer], 7))
                                .isEqualTo(operands[writer]);
                    }
                    Arrays.fill(expected[target], cell, cell + length, operands[writer]);
                    expected[target][cell] = 7;
                }
            }
        }

        private void combine(
                int target, int cell, int length, long[] operands, ReductionObject<DirectBuffer> operator) {
            for (long operand : operands) {
                long[] filled = new long[length];
                Arrays.fill(filled, operand);
                operator.reduce(DirectBuffer.of(expected[target], cell, length), DirectBuffer.of(filled));
            }
        }

        private static DirectBuffer buffer(Window window, int length, long value) {
            if (window.type(0) == ElementType.INT) {
                int[] array = new int[length];
                Arrays.fill(array, (int) value);
                return DirectBuffer.of(array);
            }
            long[] array = new long[length];
            Arrays.fill(array, value);
            return DirectBuffer.of(array);
        }

        private static long[] values(DirectBuffer buffer) {
            return buffer.toArray() instanceof int[] ints
                    ? Arrays.stream(ints).asLongStream().toArray()
                    : (long[]) buffer.toArray();
        }
    }
}

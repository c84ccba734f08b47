package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.collectives.operation.SegmentGatherTest.ints;
import static tutti.collectives.operation.SegmentGatherTest.value;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.shm.SharedSegments;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Large buffers, and blocks of any lengths, in memory that processes share, in one step and in several. */
class SteppedExchangeTest extends GroupTest {
    private static final String SPREAD = "tutti.collectives.operation.SegmentGatherTest#spread";

    /** No, one, and many elements for one rank or another; the many take several steps between processes. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource(SPREAD)
    void shouldExchangeBlocksOfAnyLengths(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int most : new int[] {0, 3, 700, 60_000}) {
                Blocks sent = blocks(size, to -> count(rank, to, most), rank % 2);
                Blocks received = blocks(size, from -> count(from, rank, most), 3);
                long[] data = new long[end(sent)];
                long[] expected = new long[end(received)];
                for (int other = 0; other < size; other++) {
                    for (int i = 0; i < sent.count(other); i++) {
                        data[(int) sent.displacement(other) + i] = value(rank, other, i);
                    }
                    for (int i = 0; i < received.count(other); i++) {
                        expected[(int) received.displacement(other) + i] = value(other, rank, i);
                    }
                }
                long[] target = new long[expected.length];
                member.collectives()
                        .run(new BlockAllToAll(DirectBuffer.of(data), sent, DirectBuffer.of(target), received));
                assertThat(target).isEqualTo(expected);
            }
            assertThat(SharedSegments.areUsedBy(LocalCollectives.of(member.endpoint())))
                    .isEqualTo(processes > 1);
            return null;
        });
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource(SPREAD)
    void shouldGatherBlocksOfAnyLengths(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int most : new int[] {0, 3, 700, 60_000}) {
                Blocks blocks = blocks(size, from -> count(from, 0, most), 3);
                long[] expected = new long[end(blocks)];
                for (int other = 0; other < size; other++) {
                    for (int i = 0; i < blocks.count(other); i++) {
                        expected[(int) blocks.displacement(other) + i] = value(other, 0, i);
                    }
                }
                long[] target = new long[expected.length];
                int at = (int) blocks.displacement(rank);
                System.arraycopy(expected, at, target, at, (int) blocks.count(rank));
                DirectBuffer own = DirectBuffer.of(target, at, (int) blocks.count(rank));
                member.collectives().run(new BlockAllGather(own, DirectBuffer.of(target), blocks));
                assertThat(target).isEqualTo(expected);
            }
            return null;
        });
    }

    private static int count(int from, int to, int most) {
        return switch ((from * 3 + to * 5) % 4) {
            case 0 -> 0;
            case 1 -> Math.min(1, most);
            case 2 -> most;
            default -> most / 3;
        };
    }

    private static Blocks blocks(int size, IntUnaryOperator count, int gap) {
        long[] counts = new long[size];
        long[] places = new long[size];
        for (int rank = 0; rank < size; rank++) {
            counts[rank] = count.applyAsInt(rank);
            places[rank] = rank == 0 ? gap : places[rank - 1] + counts[rank - 1] + gap;
        }
        return Blocks.of(counts, places);
    }

    private static int end(Blocks blocks) {
        int last = blocks.size() - 1;
        return (int) (blocks.displacement(last) + blocks.count(last));
    }

    /** Memory that is the member's thread's alone is read and written by that thread only. */
    @Test
    void shouldExchangeMemoryOfOneThread() {
        run(2, 4, member -> {
            int length = 50_000;
            try (Arena arena = Arena.ofConfined()) {
                DirectBuffer data = DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, 4L * length), ElementType.INT);
                DirectBuffer target =
                        DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, 4L * length), ElementType.INT);
                data.copyFrom(DirectBuffer.of(ints(4 * length, i -> value(member.rank(), i / length, i % length))));
                member.collectives().buffers().allToAll(data, target);
                int[] found = new int[4 * length];
                DirectBuffer.of(found).copyFrom(target);
                assertThat(found).isEqualTo(ints(4 * length, i -> value(i / length, member.rank(), i % length)));
            }
            return null;
        });
    }

    /** A block that is longer than expected, between members of different processes; nothing is written. */
    @ParameterizedTest
    @ValueSource(ints = {3, 40_000})
    void shouldShowABlockThatDoesNotFit(int length) {
        List<Outcome<Object>> outcomes = outcomes(2, 4, member -> {
            member.collectives().barrier();
            Blocks usual = BlockViews.equal(length, 4);
            Blocks sent = member.rank() == 1 ? blocks(4, to -> to == 2 ? length + 1 : length, 0) : usual;
            int[] data = new int[end(sent)];
            Arrays.fill(data, 7);
            int[] target = new int[4 * length];
            try {
                member.collectives()
                        .run(new BlockAllToAll(DirectBuffer.of(data), sent, DirectBuffer.of(target), usual));
            } finally {
                if (member.rank() == 2) {
                    assertThat(target).containsOnly(0);
                }
            }
            return null;
        });
        assertThat(outcomes.get(2).failure())
                .isInstanceOf(BufferMismatchException.class)
                .hasMessageContainingAll("sent=int[%d] by".formatted(length + 1), "expected=int[%d]".formatted(length));
    }

    /** Values that do not fit slots are not cut: the kernel adds the last element of one to the first of the other. */
    @ParameterizedTest
    @ValueSource(ints = {9, 7_000, 40_000})
    void shouldReduceValuesOfAnyLength(int perValue) {
        ReductionObject<DirectBuffer> wholes =
                Reductions.elementwise("wholes", double[].class, perValue, (left, right, from, to) -> {
                    for (int value = from; value < to; value += perValue) {
                        Arrays.fill(left, value, value + perValue, left[value] + right[value + perValue - 1]);
                    }
                });
        run(4, 4, member -> {
            double[] own = new double[8 * perValue];
            Arrays.setAll(own, i -> member.rank() + 10 * (i / perValue));
            double[] all = new double[own.length];
            member.collectives().buffers().allReduce(DirectBuffer.of(own), DirectBuffer.of(all), wholes);
            double[] expected = new double[own.length];
            Arrays.setAll(expected, i -> 6 + 40 * (i / perValue));
            assertThat(all).isEqualTo(expected);
            double[] part = new double[2 * perValue];
            member.collectives()
                    .run(new BlockReduceScatter(
                            DirectBuffer.of(own), BlockViews.equal(part.length, 4), DirectBuffer.of(part), wholes));
            assertThat(part)
                    .isEqualTo(Arrays.copyOfRange(
                            expected, member.rank() * part.length, (member.rank() + 1) * part.length));
            return null;
        });
    }
}

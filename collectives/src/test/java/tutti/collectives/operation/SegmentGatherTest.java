package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.Reductions;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.shm.SharedSegments;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;

/** AllToAll and scans of buffers in memory: that of one process, or that which processes share. */
class SegmentGatherTest extends GroupTest {
    /** Of a block, or a contribution: none; some that fit the slots; one that fits those of few members; large ones. */
    private static final int[] LENGTHS = {0, 1, 30, 260, 3_000, 20_000};

    static Stream<Arguments> spread() {
        return Stream.of(new int[][] {
                    {1, 2}, {1, 3}, {1, 8}, {2, 2}, {3, 3}, {4, 4}, {7, 7}, {8, 8}, {2, 3}, {2, 4}, {2, 8}, {4, 8}
                })
                .map(layout -> Arguments.of(layout[0], layout[1]));
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldGiveEachItsBlocks(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int length : LENGTHS) {
                int[] own = new int[size * length];
                Arrays.setAll(own, i -> value(rank, i / length, i % length));
                int[] expected = new int[size * length];
                Arrays.setAll(expected, i -> value(i / length, rank, i % length));
                int[] target = new int[size * length];
                member.collectives().buffers().allToAll(DirectBuffer.of(own), DirectBuffer.of(target));
                assertThat(target).isEqualTo(expected);
                member.collectives().buffers().allToAll(DirectBuffer.of(own), DirectBuffer.of(own));
                assertThat(own).isEqualTo(expected);
            }
            assertThat(SharedSegments.areUsedBy(LocalCollectives.of(member.endpoint())))
                    .isEqualTo(processes > 1 && size % processes == 0);
            return null;
        });
    }

    private static int value(int source, int destination, int at) {
        return (source * 100 + destination) * 100_000 + at;
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldScanWithTheSameBitsAsMessages(int processes, int size) {
        List<List<double[]>> expected = run(1, size, member -> scanAll(member.collectives(), member.rank()));
        List<List<double[]>> found = run(processes, size, member -> scanAll(member.collectives(), member.rank()));
        for (int rank = 0; rank < size; rank++) {
            assertThat(same(found.get(rank).toArray(), expected.get(rank).toArray()))
                    .as("rank %d", rank)
                    .isTrue();
        }
    }

    private static List<double[]> scanAll(Collectives collectives, int rank) {
        List<double[]> results = new ArrayList<>();
        for (int length : LENGTHS) {
            double[] own = new double[length];
            Arrays.setAll(own, i -> Math.scalb(1.0 / (3 + i + 7 * rank), (i * 31 + rank * 17) % 60));
            double[] target = new double[length];
            double[] below = new double[length];
            collectives.run(BufferScan.exclusive(DirectBuffer.of(own), DirectBuffer.of(below), Reductions.sum()));
            collectives.run(BufferScan.inclusive(DirectBuffer.of(own), DirectBuffer.of(target), Reductions.sum()));
            collectives.run(BufferScan.inclusive(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum()));
            assertThat(target).isEqualTo(own);
            results.add(below);
            results.add(own);
        }
        return results;
    }

    /** Some members use slots, and some would exchange messages. */
    @ParameterizedTest
    @CsvSource({"1, 4, 10, 20", "4, 4, 10, 20", "4, 4, 10, 50000", "2, 4, 10, 50000", "2, 4, 50000, 60000"})
    void shouldShowBuffersThatDiffer(int processes, int size, int usual, int other) {
        List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
            member.collectives().barrier();
            int length = size * (member.rank() == 1 ? other : usual);
            member.collectives().buffers().allToAll(DirectBuffer.of(new int[length]), DirectBuffer.of(new int[length]));
            return null;
        });
        assertThat(outcomes)
                .extracting(Outcome::failure)
                .allMatch(failure ->
                        failure instanceof BufferMismatchException || failure instanceof MemberFailedException)
                .anySatisfy(failure -> assertThat(failure).isInstanceOf(BufferMismatchException.class));
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "4, 4", "2, 4"})
    void shouldShowCallsThatDiffer(int processes, int size) {
        List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
            member.collectives().barrier();
            DirectBuffer own = DirectBuffer.of(new int[size]);
            DirectBuffer target = DirectBuffer.of(new int[size]);
            if (member.rank() == 1) {
                member.collectives().run(BufferScan.inclusive(own, target, Reductions.sum()));
            } else {
                member.collectives().buffers().allToAll(own, target);
            }
            return null;
        });
        assertThat(outcomes)
                .extracting(Outcome::failure)
                .allMatch(failure ->
                        failure instanceof MismatchedCallException || failure instanceof MemberFailedException)
                .anySatisfy(failure -> assertThat(failure)
                        .isInstanceOf(MismatchedCallException.class)
                        .hasMessageContainingAll("scan of buffers", "allToAll of buffers"));
    }

    /** Members of a process that fails at once are two calls ahead of those that have not heard of it. */
    @Test
    void shouldContinueAfterBuffersThatDiffered() {
        for (int processes : new int[] {1, 2, 4}) {
            List<Object> found = run(processes, 4, member -> {
                for (int i = 0; i < 30; i++) {
                    int length = member.rank() == i % 4 ? 40 : 8;
                    try {
                        member.collectives()
                                .buffers()
                                .allToAll(DirectBuffer.of(new int[length]), DirectBuffer.of(new int[length]));
                        return "no exception";
                    } catch (BufferMismatchException e) {
                        int[] own = {i};
                        member.collectives()
                                .run(BufferScan.inclusive(
                                        DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum()));
                        assertThat(own).containsExactly(i * (member.rank() + 1));
                    }
                }
                return "ok";
            });
            assertThat(found).containsOnly("ok");
        }
    }
}

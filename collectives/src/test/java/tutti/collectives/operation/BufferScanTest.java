package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.ChainScan;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;

/** Scans of buffers, small and large, by members of one process and of several. */
final class BufferScanTest extends GroupTest {
    /** None; one; what is passed on as a copy; several tiles; several segments of messages, so that a chain is long. */
    private static final int FEW = 4; // among so many members the chain is used for all lengths

    private static final int[] LENGTHS = {0, 1, 1_000, 20_001, 120_000};

    /** Where the operand lies, seen from the target. */
    private enum Place {
        APART,
        SAME,
        PARTLY_SAME
    }

    static Stream<Arguments> layouts() {
        return Stream.of(new int[][] {
                    {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 7}, {2, 2}, {2, 4}, {2, 5}, {4, 4}, {3, 7}, {8, 8}
                })
                .map(layout -> Arguments.of(layout[0], layout[1]));
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("layouts")
    void shouldCombineFromTheLowestRankUpOrByDoubling(int processes, int size) {
        run(processes, size, member -> {
            for (int length : LENGTHS) {
                for (Place place : Place.values()) {
                    for (boolean isExclusive : new boolean[] {false, true}) {
                        check(member, length, place, isExclusive);
                    }
                }
            }
            return null;
        });
    }

    private static void check(Member member, int length, Place place, boolean isExclusive) {
        int from = place == Place.PARTLY_SAME ? length / 3 : 0;
        double[] memory = new double[length + from];
        Arrays.fill(memory, -1);
        DirectBuffer target = DirectBuffer.of(memory, from, length);
        double[] data = operand(member.rank(), length);
        DirectBuffer own = place == Place.APART ? DirectBuffer.of(data) : DirectBuffer.of(memory, 0, length);
        own.copyFrom(DirectBuffer.of(data));
        double[] before = (double[]) target.toArray();
        scan(member, own, target, Reductions.sum(), isExclusive);
        boolean isUntouched = isExclusive && member.rank() == 0;
        String what = "rank=%d length=%d %s exclusive=%b".formatted(member.rank(), length, place, isExclusive);
        if (isUntouched) {
            assertThat((double[]) target.toArray()).as(what).isEqualTo(before);
        } else {
            int end = isExclusive ? member.rank() - 1 : member.rank();
            boolean isChain = ChainScan.isChosen(member.size(), own);
            assertThat((double[]) target.toArray())
                    .as(what)
                    .isEqualTo(isChain ? fromLowest(end, length) : byDoubling(end, length, isExclusive));
        }
        if (place == Place.APART) {
            assertThat((double[]) own.toArray()).as(what).isEqualTo(data);
        }
    }

    private static void scan(
            Member member,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            boolean isExclusive) {
        member.collectives()
                .run(
                        isExclusive
                                ? BufferScan.exclusive(own, target, operator)
                                : BufferScan.inclusive(own, target, operator));
    }

    /** Values whose sum depends on the order. */
    private static double[] operand(int rank, int length) {
        double[] values = new double[length];
        Arrays.setAll(values, i -> Math.scalb(1.0 / (3 + i + 7 * rank), (i * 31 + rank * 17) % 60));
        return values;
    }

    private static double[] fromLowest(int end, int length) {
        double[] sum = operand(0, length);
        for (int rank = 1; rank <= end; rank++) {
            sum = add(sum, operand(rank, length));
        }
        return sum;
    }

    /** The order of doubling: the longest blocks of ranks first, from the top down. */
    private static double[] byDoubling(int end, int length, boolean isExclusive) {
        return isExclusive ? exclusiveByDoubling(end + 1, length) : inclusiveByDoubling(end, length);
    }

    private static double[] inclusiveByDoubling(int rank, int length) {
        return window(rank, Integer.MAX_VALUE, length);
    }

    /** Returns the sum that a rank holds when it covers so many ranks or all below it. */
    private static double[] window(int rank, int covered, int length) {
        double[] all = operand(rank, length);
        for (int distance = 1; distance <= rank && distance < covered; distance *= 2) {
            all = add(window(rank - distance, distance, length), all);
        }
        return all;
    }

    private static double[] exclusiveByDoubling(int rank, int length) {
        double[] below = null;
        for (int distance = 1; distance <= rank; distance *= 2) {
            double[] theirs = window(rank - distance, distance, length);
            below = below == null ? theirs : add(theirs, below);
        }
        return below;
    }

    private static double[] add(double[] left, double[] right) {
        double[] sum = new double[left.length];
        Arrays.setAll(sum, i -> left[i] + right[i]);
        return sum;
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"1, 3", "3, 3", "2, 4", "1, 8"})
    void shouldNotCutValuesOfSeveralElements(int processes, int size) {
        int values = 40_000; // of three elements: a whole number of values is no whole number of segments or tiles
        ReductionObject<DirectBuffer> rotating = rotating();
        run(processes, size, member -> {
            int[] own = new int[3 * values];
            Arrays.setAll(own, i -> i + member.rank());
            int[] target = new int[own.length];
            scan(member, DirectBuffer.of(own), DirectBuffer.of(target), rotating, false);
            int ranks = member.rank() * (member.rank() + 1) / 2;
            int[] expected = new int[own.length];
            Arrays.setAll(
                    expected, i -> member.rank() == 0 ? i : (member.rank() + 1) * i + ranks + member.rank() * (i % 3));
            assertThat(target).isEqualTo(expected);
            return null;
        });
    }

    /** Adds values of three elements, and to each the number of the element in its value. */
    private static ReductionObject<DirectBuffer> rotating() {
        return Reductions.elementwise("rotating", int[].class, 3, (left, right, from, to) -> {
            for (int i = from; i < to; i++) {
                left[i] += right[i] + (i - from) % 3;
            }
        });
    }

    /** Rank 0 may be far ahead, but not without bound. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"1, 2", "1, 4", "2, 4"})
    void shouldScanAgainAndAgain(int processes, int size) {
        run(processes, size, member -> {
            for (int i = 0; i < 5_000; i++) {
                long[] value = {i + member.rank()};
                scan(member, DirectBuffer.of(value), DirectBuffer.of(value), Reductions.max(), false);
                assertThat(value).containsExactly(i + member.rank());
            }
            return null;
        });
    }

    /** Members with buffers of different lengths pass them on, work together on them, or send them in other ways. */
    @ParameterizedTest(name = "{1} members in {0} processes: {2} and {3} elements")
    @CsvSource({
        "1, 4, 10, 20",
        "1, 4, 10, 50000",
        "1, 4, 40000, 50000",
        "1, 8, 10, 500000",
        "2, 4, 10, 20",
        "2, 4, 10, 50000",
        "4, 4, 40000, 80000",
        "8, 8, 10, 500000",
        "8, 8, 500000, 10"
    })
    void shouldShowBuffersThatDifferAndContinue(int processes, int size, int usual, int other) {
        int first = processes > FEW && usual < other ? 1 : 0; // see the next test
        List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
            List<Throwable> failures = new ArrayList<>();
            for (int odd = first; odd < size; odd++) {
                int length = member.rank() == odd ? other : usual;
                Throwable failure = catchThrowable(() -> scan(
                        member,
                        DirectBuffer.of(new int[length]),
                        DirectBuffer.of(new int[length]),
                        Reductions.sum(),
                        false));
                failures.add(failure);
                int[] one = {1};
                scan(member, DirectBuffer.of(one), DirectBuffer.of(one), Reductions.sum(), false);
                assertThat(one).containsExactly(member.rank() + 1);
            }
            return failures;
        });
        assertThat(outcomes).extracting(Outcome::failure).containsOnlyNulls();
        for (int odd = first; odd < size; odd++) {
            int call = odd - first;
            assertThat(outcomes)
                    .extracting(outcome -> ((List<?>) outcome.value()).get(call))
                    .allMatch(failure -> failure == null
                            || failure instanceof BufferMismatchException
                            || failure instanceof MemberFailedException)
                    .hasAtLeastOneElementOfType(BufferMismatchException.class);
        }
    }

    /**
     * The first rank only sends, so it hears of nothing; and with a longer buffer it sends by another algorithm, and
     * only to the next rank. Another that waits for it may find it in its next call before it hears of the mismatch.
     */
    @Test
    void shouldEndEverywhereElseIfTheFirstRankHasALongBufferAlone() {
        List<Outcome<Object>> outcomes = outcomes(2 * FEW, 2 * FEW, member -> {
            int length = member.rank() == 0 ? 500_000 : 10;
            int[] one = {1};
            Throwable failure = catchThrowable(() -> {
                scan(
                        member,
                        DirectBuffer.of(new int[length]),
                        DirectBuffer.of(new int[length]),
                        Reductions.sum(),
                        false);
                scan(member, DirectBuffer.of(one), DirectBuffer.of(one), Reductions.sum(), false);
            });
            return failure == null ? "none" : failure;
        });

        assertThat(outcomes).extracting(Outcome::failure).containsOnlyNulls();
        assertThat(outcomes.subList(1, outcomes.size()))
                .extracting(Outcome::value)
                .hasOnlyElementsOfTypes(
                        BufferMismatchException.class, MemberFailedException.class, MismatchedCallException.class)
                .hasAtLeastOneElementOfType(BufferMismatchException.class);
    }

    @ParameterizedTest(name = "{1} members in {0} processes: {2} elements")
    @CsvSource({"1, 4, 10", "1, 4, 50000", "1, 8, 10", "2, 4, 10", "2, 4, 50000", "4, 4, 100000"})
    void shouldContinueAfterAnOperatorThatThrows(int processes, int size, int length) {
        ReductionObject<DirectBuffer> throwing =
                Reductions.elementwise("throwing", int[].class, 1, (left, right, from, to) -> {
                    throw new IllegalStateException("no sum");
                });
        run(processes, size, member -> {
            for (int i = 0; i < 10; i++) {
                Throwable failure = catchThrowable(() -> scan(
                        member, DirectBuffer.of(new int[length]), DirectBuffer.of(new int[length]), throwing, false));
                if (failure == null) {
                    assertThat(member.rank()).isZero(); // which combines nothing
                } else {
                    assertThat(failure)
                            .isInstanceOfAny(IllegalStateException.class, CallFailedException.class)
                            .hasMessageContaining("no sum");
                }
                int[] one = {1};
                scan(member, DirectBuffer.of(one), DirectBuffer.of(one), Reductions.sum(), false);
                assertThat(one).containsExactly(member.rank() + 1);
            }
            return null;
        });
    }
}

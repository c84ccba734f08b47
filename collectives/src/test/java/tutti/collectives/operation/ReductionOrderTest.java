package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;

/**
 * The same operands in the same brackets, whoever is root and whoever is first; and operators that change their
 * arguments.
 */
class ReductionOrderTest extends GroupTest {
    private static final ReductionObject<@Nullable Object> BRACKETS = (left, right) -> "(" + left + right + ")";

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldSetTheSameBracketsForEveryRoot(int processes, int size) {
        String expected = brackets(0, size, Integer.highestOneBit(Math.max(1, 2 * size - 1)));
        run(processes, size, member -> {
            String mine = Integer.toString(member.rank());
            for (int root = 0; root < size; root++) {
                Object got = member.collectives().reduce(mine, BRACKETS, root);
                assertThat(got).isEqualTo(member.rank() == root ? expected : null);
            }
            assertThat(member.collectives().allReduce(mine, BRACKETS)).isEqualTo(expected);
            return null;
        });
    }

    @Test
    void shouldSumFloatingPointNumbersToTheSameBitsAlways() {
        Map<Integer, List<Object>> bySize = new HashMap<>();
        layouts().map(Arguments::get).forEach(layout -> {
            int size = (Integer) layout[1];
            for (int repetition = 0; repetition < 3; repetition++) {
                List<List<Object>> results = run((Integer) layout[0], size, member -> {
                    List<Object> sums = new ArrayList<>();
                    double[] mine = numbers(member.rank());
                    sums.add(bits(member.collectives().allReduce(mine, Reductions.sum())));
                    for (int root = 0; root < size; root++) {
                        Object sum = member.collectives().reduce(mine, Reductions.sum(), root);
                        if (member.rank() == root) {
                            sums.add(bits(sum));
                        }
                    }
                    return sums;
                });
                results.forEach(bySize.computeIfAbsent(size, s -> new ArrayList<>())::addAll);
            }
        });

        assertThat(bySize).containsKeys(1, 2, 3, 4, 7);
        bySize.forEach((size, sums) -> assertThat(sums).as("size=%d", size).containsOnly(sums.getFirst()));
    }

    static Stream<ReductionObject<int[]>> roughOperators() {
        return Stream.of(
                (left, right) -> {
                    left[0] += right[0];
                    return left;
                },
                (left, right) -> {
                    right[0] += left[0];
                    return right;
                },
                (left, right) -> {
                    int sum = left[0] + right[0];
                    left[0] = Integer.MIN_VALUE;
                    right[0] = Integer.MIN_VALUE;
                    return new int[] {sum};
                });
    }

    @ParameterizedTest
    @MethodSource("roughOperators")
    @SuppressWarnings("unchecked") // as the front door does
    void shouldHarmNobodyWhenAnOperatorChangesItsArguments(ReductionObject<?> operator) {
        ReductionObject<@Nullable Object> rough = (ReductionObject<@Nullable Object>) operator;
        layouts().map(Arguments::get).forEach(layout -> {
            int size = (Integer) layout[1];
            int expected = size * (size + 1) / 2;
            run((Integer) layout[0], size, member -> {
                int[] mine = {member.rank() + 1};
                for (int root = 0; root < size; root++) {
                    int[] sum = (int[]) member.collectives().reduce(mine, rough, root);
                    assertThat(sum).isEqualTo(member.rank() == root ? new int[] {expected} : null);
                    assertThat(mine).as("contribution").containsExactly(member.rank() + 1);
                }
                int[] all = (int[]) member.collectives().allReduce(mine, rough);
                assertThat(all).containsExactly(expected);
                assertThat(mine).as("contribution").containsExactly(member.rank() + 1);
                all[0] = member.rank();
                mine[0] = -1;
                member.collectives().barrier(); // now all have written
                assertThat(all).as("result").containsExactly(member.rank());
                return null;
            });
        });
    }

    /** Contributions whose sum depends on the order of adding. */
    private static double[] numbers(int rank) {
        Random random = new Random(rank);
        double[] numbers = new double[100];
        Arrays.setAll(numbers, i -> random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15));
        return numbers;
    }

    private static List<Long> bits(@Nullable Object doubles) {
        return Arrays.stream((double[]) doubles)
                .mapToObj(Double::doubleToRawLongBits)
                .toList();
    }

    /** The brackets that blocks of powers of two give: the left half is the largest power of two below the block. */
    private static String brackets(int start, int end, int blockSize) {
        if (end - start == 1) {
            return Integer.toString(start);
        }
        int half = blockSize / 2;
        if (start + half >= end) {
            return brackets(start, end, half);
        }
        return "(" + brackets(start, start + half, half) + brackets(start + half, end, half) + ")";
    }
}

package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Blocks;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.Together.Outcome;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TuttiException;

/**
 * Operations on buffers where members use each other's memory: the results of the operations on arrays, bit for bit.
 */
class LocalBuffersTest extends GroupTest {
    /** None, few, a tile of doubles and a little more, several tiles. */
    private static final int[] LENGTHS = {0, 1, 5, 2049, 9000};

    private static double[] numbers(int rank, int length) {
        Random random = new Random(31L * rank + length);
        double[] numbers = new double[length];
        Arrays.setAll(numbers, i -> random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15));
        return numbers;
    }

    private static long[] bits(double[] numbers) {
        return Arrays.stream(numbers).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldReduceToTheBitsOfArrays(int processes, int size) {
        run(processes, size, member -> {
            BufferCollectives buffers = member.collectives().buffers();
            for (int length : LENGTHS) {
                double[] mine = numbers(member.rank(), length);
                double[] expected = (double[]) member.collectives().allReduce(mine, Reductions.sum());
                double[] all = new double[length];
                buffers.allReduce(DirectBuffer.of(mine), DirectBuffer.of(all), Reductions.sum());
                assertThat(bits(all)).isEqualTo(bits(expected));
                double[] inPlace = mine.clone();
                buffers.allReduce(DirectBuffer.of(inPlace), DirectBuffer.of(inPlace), Reductions.sum());
                assertThat(bits(inPlace)).isEqualTo(bits(expected));
                for (int root = 0; root < size; root++) {
                    boolean isRoot = member.rank() == root;
                    double[] reduced = root % 2 == 0 ? mine.clone() : new double[length];
                    buffers.reduce(
                            DirectBuffer.of(root % 2 == 0 && isRoot ? reduced : mine),
                            isRoot ? DirectBuffer.of(reduced) : null,
                            Reductions.sum(),
                            root);
                    if (isRoot) {
                        assertThat(bits(reduced)).isEqualTo(bits(expected));
                    }
                }
                assertThat(mine).isEqualTo(numbers(member.rank(), length));
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldReadOnlyWhatTheOwnerHadWhenItCalled(int processes, int size) {
        run(processes, size, member -> {
            BufferCollectives buffers = member.collectives().buffers();
            for (int length : LENGTHS) {
                double[] data = new double[length];
                double[] all = new double[size * length];
                for (int root = 0; root < size; root++) {
                    Arrays.fill(data, member.rank() == root ? root + 0.5 : -1);
                    buffers.broadcast(DirectBuffer.of(data), root);
                    assertThat(data).containsOnly(fill(length, root + 0.5));
                    Arrays.fill(data, member.rank());
                    DirectBuffer target = root == member.rank() ? DirectBuffer.of(all, 0, length) : null;
                    buffers.reduce(DirectBuffer.of(data), target, Reductions.max(), root);
                    Arrays.fill(data, -7); // the owner continues
                }
                assertThat(Arrays.copyOf(all, length)).containsOnly(fill(length, size - 1));
                Arrays.fill(data, member.rank());
                buffers.allGather(DirectBuffer.of(data), DirectBuffer.of(all));
                Arrays.fill(data, -7);
                for (int rank = 0; rank < size; rank++) {
                    assertThat(Arrays.copyOfRange(all, rank * length, (rank + 1) * length))
                            .containsOnly(fill(length, rank));
                }
            }
            return null;
        });
    }

    private static double[] fill(int length, double value) {
        double[] filled = new double[Math.min(length, 1)];
        Arrays.fill(filled, value);
        return filled;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8})
    void shouldTakeContributionsThatLiePartlyWhereTheResultGoes(int size) {
        for (int processes : new int[] {1, 2}) {
            run(processes, size, member -> {
                for (int length : new int[] {5, 9000}) {
                    int[] memory = new int[length + 3];
                    Arrays.setAll(memory, i -> i);
                    DirectBuffer own = DirectBuffer.of(memory, 0, length);
                    member.collectives().buffers().allReduce(own, DirectBuffer.of(memory, 3, length), Reductions.sum());
                    for (int i = 0; i < length; i++) {
                        assertThat(memory[i + 3]).isEqualTo(size * i);
                    }
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldReduceContributionsThatLiePartlyWhereTheRootsResultGoes(int size) {
        for (int processes : new int[] {1, 2}) {
            run(processes, size, member -> {
                for (int length : new int[] {5, 9000}) {
                    for (int root = 0; root < size; root++) {
                        for (int shift : new int[] {3, -3}) {
                            int[] memory = new int[length + 3];
                            Arrays.setAll(memory, i -> i);
                            int from = Math.max(0, -shift);
                            DirectBuffer target =
                                    member.rank() == root ? DirectBuffer.of(memory, from + shift, length) : null;
                            member.collectives()
                                    .buffers()
                                    .reduce(DirectBuffer.of(memory, from, length), target, Reductions.sum(), root);
                            if (member.rank() == root) {
                                int[] expected = new int[length];
                                Arrays.setAll(expected, i -> size * (from + i));
                                assertThat(Arrays.copyOfRange(memory, from + shift, from + shift + length))
                                        .isEqualTo(expected);
                            }
                        }
                    }
                }
                return null;
            });
        }
    }

    /** Also in place, and with blocks of unequal lengths. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldExchangeBlocksThatLiePartlyWhereOthersGo(int size) {
        for (int processes : new int[] {1, 2}) {
            run(processes, size, member -> {
                for (int length : new int[] {1, 5, 3000}) {
                    Blocks blocks = Blocks.of(filledWith(size, length));
                    for (int shift : new int[] {0, 1, length}) {
                        for (boolean equal : new boolean[] {true, false}) {
                            int all = size * length;
                            int[] memory = new int[all + shift];
                            for (int i = 0; i < all; i++) {
                                memory[i] = member.rank() * all + i;
                            }
                            DirectBuffer data = DirectBuffer.of(memory, 0, all);
                            DirectBuffer target = DirectBuffer.of(memory, shift, all);
                            if (equal) {
                                member.collectives().buffers().allToAll(data, target);
                            } else {
                                member.collectives().buffers().allToAll(data, blocks, target, blocks);
                            }
                            int[] expected = new int[all];
                            Arrays.setAll(expected, i -> i / length * all + member.rank() * length + i % length);
                            assertThat(Arrays.copyOfRange(memory, shift, shift + all))
                                    .as("length=%d shift=%d equal=%b", length, shift, equal)
                                    .isEqualTo(expected);
                        }
                    }
                }
                return null;
            });
        }
    }

    /** Elements that a rank has for another: none, few or many. */
    private static int count(int from, int to, int unit) {
        return (3 * from + 5 * to) % 4 * unit;
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldExchangeBlocksOfAnyLengthsInAnyOrder(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int unit : new int[] {1, 5000}) {
                int gap = 3 * unit + 1;
                int[] sent = new int[size];
                int[] received = new int[size];
                int[] sentAt = new int[size];
                int[] receivedAt = new int[size];
                int[] data = filledWith(size * gap, -1);
                int[] expected = filledWith(size * gap, -2);
                for (int other = 0; other < size; other++) {
                    sent[other] = count(rank, other, unit);
                    received[other] = count(other, rank, unit);
                    sentAt[other] = (size - 1 - other) * gap; // in falling order, with gaps
                    receivedAt[other] = other * gap;
                    Arrays.fill(data, sentAt[other], sentAt[other] + sent[other], 100 * rank + other);
                    Arrays.fill(expected, receivedAt[other], receivedAt[other] + received[other], 100 * other + rank);
                }
                for (int i = 0; i < 3; i++) {
                    int[] target = filledWith(size * gap, -2);
                    member.collectives()
                            .buffers()
                            .allToAll(
                                    DirectBuffer.of(data),
                                    Blocks.of(sent, sentAt),
                                    DirectBuffer.of(target),
                                    Blocks.of(received, receivedAt));
                    assertThat(target).isEqualTo(expected);
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldSendMemoryThatIsAThreadsAlone(int processes, int size) {
        run(processes, size, member -> {
            Blocks blocks = Blocks.of(filledWith(size, 2));
            DirectBuffer data = DirectBuffer.of(filledWith(2 * size, member.rank()));
            int[] received = new int[2 * size];
            int[] equal = new int[2 * size];
            int[] gathered = new int[2 * size * size];
            int[] reduced = new int[2 * size];
            try (Arena arena = Arena.ofConfined()) {
                DirectBuffer confined = DirectBuffer.of(arena.allocate(8L * size, 8), ElementType.INT);
                confined.copyFrom(data);
                boolean isOne = member.rank() == size - 1; // the others' memory is for all threads
                DirectBuffer own = isOne ? confined : data;
                BufferCollectives buffers = member.collectives().buffers();
                buffers.allToAll(own, blocks, DirectBuffer.of(received), blocks);
                buffers.allToAll(own, DirectBuffer.of(equal));
                buffers.allGather(own, DirectBuffer.of(gathered));
                buffers.allReduce(own, DirectBuffer.of(reduced), Reductions.max());
            }
            int[] expected = new int[2 * size];
            Arrays.setAll(expected, i -> i / 2);
            assertThat(received).isEqualTo(expected);
            assertThat(equal).isEqualTo(expected);
            assertThat(reduced).isEqualTo(filledWith(2 * size, size - 1));
            Arrays.setAll(gathered, i -> gathered[i] - i / (2 * size));
            assertThat(gathered).containsOnly(0);
            return null;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 8})
    void shouldTellAllOfAProcessWhenABlockDoesNotFitAndWriteNothingWhereItGoes(int size) {
        for (int length : new int[] {1, 40_000}) {
            int wrong = size - 1;
            List<Outcome<@Nullable Object>> outcomes = outcomes(1, size, member -> {
                boolean isWrong = member.rank() == wrong;
                int[] target = new int[size * length + 1];
                int[] counts = filledWith(size, length);
                counts[0] += isWrong ? 1 : 0;
                Blocks expected = Blocks.of(counts);
                Blocks sent = Blocks.of(filledWith(size, length));
                DirectBuffer data = DirectBuffer.of(filledWith(size * length, 7));
                assertThatThrownBy(() ->
                                member.collectives().buffers().allToAll(data, sent, DirectBuffer.of(target), expected))
                        .isInstanceOf(isWrong ? BufferMismatchException.class : TuttiException.class)
                        .hasStackTraceContaining("buffer does not match in allToAll")
                        .hasStackTraceContaining(": sent=int[%d] by group=".formatted(length))
                        .hasStackTraceContaining("expected=int[%d] at group=".formatted(length + 1));
                assertThat(Arrays.copyOf(target, isWrong ? length : 0)).containsOnly(filledWith(isWrong ? 1 : 0, 0));
                return member.collectives().allReduce(1, Reductions.sum());
            });
            assertThat(outcomes).allSatisfy(outcome -> {
                assertThat(outcome.failure()).isNull();
                assertThat(outcome.value()).isEqualTo(size);
            });
        }
    }

    private static int[] filledWith(int count, int value) {
        int[] filled = new int[count];
        Arrays.fill(filled, value);
        return filled;
    }

    @Test
    void shouldNotDependOnWhereMembersLive() {
        List<List<Integer>> hosts = List.of(
                List.of(0, 1, 0, 1, 0, 1),
                List.of(1, 1, 0, 0, 0),
                List.of(0, 0, 1, 1, 2),
                List.of(0, 0, 0, 0, 1, 1, 1));
        try (Processes job = Processes.start(3)) {
            for (List<Integer> layout : hosts) {
                List<Endpoint> together = job.open(layout.size());
                List<Endpoint> spread = job.open(job.layout(layout, true));
                assertThat(results(spread)).as("hosts=%s", layout).isEqualTo(results(together));
            }
        }
    }

    private static List<List<Object>> results(List<Endpoint> endpoints) {
        return Together.members(endpoints, endpoint -> {
            BufferCollectives buffers = new Collectives(endpoint).buffers();
            List<Object> found = new ArrayList<>();
            for (int length : new int[] {3, 9000}) {
                double[] own = numbers(endpoint.rank(), length);
                double[] sum = new double[length];
                buffers.allReduce(DirectBuffer.of(own), DirectBuffer.of(sum), Reductions.sum());
                found.add(Arrays.hashCode(sum));
                for (int root = 0; root < endpoint.size(); root++) {
                    buffers.reduce(DirectBuffer.of(own), DirectBuffer.of(sum), Reductions.sum(), root);
                    buffers.broadcast(DirectBuffer.of(sum), root);
                    found.add(Arrays.hashCode(sum));
                }
                double[] all = new double[length * endpoint.size()];
                buffers.allGather(DirectBuffer.of(own), DirectBuffer.of(all));
                found.add(Arrays.hashCode(all));
            }
            endpoint.leave();
            return found;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9000})
    void shouldTellAllNeighboursThatContributionsDiffer(int length) {
        run(1, 4, member -> {
            BufferCollectives buffers = member.collectives().buffers();
            int mine = member.rank() == 2 ? length + 1 : length;
            double[] target = new double[mine];
            DirectBuffer own = DirectBuffer.of(numbers(member.rank(), mine));
            assertThat(failureOf(() -> buffers.allReduce(own, DirectBuffer.of(target), Reductions.sum())))
                    .isInstanceOf(BufferMismatchException.class)
                    .hasMessageContainingAll("double[" + length + "]", "double[" + (length + 1) + "]");
            assertThat(target).containsOnly(0);
            Throwable atReduce = failureOf(() -> buffers.reduce(own, DirectBuffer.of(target), Reductions.sum(), 1));
            assertThat(atReduce == null && member.rank() == 1).isFalse();
            Throwable atGather = failureOf(() -> buffers.allGather(own, DirectBuffer.of(new double[4 * mine])));
            assertThat(atGather).isInstanceOf(BufferMismatchException.class);
            double[] data = new double[mine];
            Throwable atBroadcast = failureOf(() -> buffers.broadcast(DirectBuffer.of(data), 1));
            if (member.rank() == 2) {
                assertThat(atBroadcast).isInstanceOf(BufferMismatchException.class);
            } else if (atBroadcast != null) { // it was still in the call
                assertThat(atBroadcast).isInstanceOf(BufferMismatchException.class);
            }
            member.collectives().barrier(); // the group still works
            return null;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldTellARootThatSomeContributeLittleAndSomeMuch(int root) {
        run(1, 4, member -> {
            DirectBuffer own = DirectBuffer.of(new double[member.rank() == 2 ? 9000 : 3]);
            Throwable failure = failureOf(() -> member.collectives()
                    .buffers()
                    .reduce(own, member.rank() == root ? own : null, Reductions.sum(), root));
            if (member.rank() == root || member.rank() == 2) { // the others have left copies
                assertThat(failure).isInstanceOf(BufferMismatchException.class);
            }
            member.collectives().barrier();
            return null;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 9000})
    void shouldRefuseAnOperatorThatDoesNotApplyBeforeTheCall(int length) {
        for (int processes : new int[] {1, 2, 4}) {
            run(processes, 4, member -> {
                BufferCollectives buffers = member.collectives().buffers();
                DirectBuffer own = DirectBuffer.of(new char[length]);
                List<Runnable> calls = List.of(
                        () -> buffers.allReduce(own, own, Reductions.sum()),
                        () -> buffers.reduce(own, own, Reductions.sum(), 1));
                assertThat(calls)
                        .allSatisfy(call -> assertThat(failureOf(call::run))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("sum does not apply: type=char[" + length + "]"));
                member.collectives().barrier();
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9000})
    void shouldEndForAllWhenAMemberLeavesInsteadOfCalling(int length) {
        for (int processes : new int[] {1, 2}) {
            outcomes(processes, 4, member -> {
                        if (member.rank() == 2) {
                            member.endpoint().leave();
                            return null;
                        }
                        DirectBuffer own = DirectBuffer.of(new double[length]);
                        member.collectives().buffers().allReduce(own, own, Reductions.sum());
                        return null;
                    })
                    .stream()
                    .filter(outcome -> outcome.failure() != null)
                    .forEach(outcome -> assertThat(outcome.failure()).isInstanceOf(MemberFailedException.class));
        }
    }

    @Test
    void shouldShowThatOperatorsAreOfDifferentKinds() {
        for (int processes : new int[] {1, 2}) {
            assertThat(outcomes(processes, 4, member -> {
                        DirectBuffer own = DirectBuffer.of(new double[3]);
                        ReductionObject<DirectBuffer> operator =
                                member.rank() == 1 ? (left, right) -> left : Reductions.sum();
                        member.collectives().buffers().allReduce(own, own, operator);
                        return null;
                    }))
                    .anySatisfy(outcome -> assertThat(outcome.failure())
                            .isInstanceOf(MismatchedCallException.class)
                            .hasMessageContaining("by a program's operator"));
        }
    }

    private static @Nullable Throwable failureOf(Runnable call) {
        try {
            call.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }
}

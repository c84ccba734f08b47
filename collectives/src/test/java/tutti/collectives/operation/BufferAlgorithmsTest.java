package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.signature.Operation;
import tutti.messaging.Together;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Every algorithm on buffers by itself: all give the same, bit for bit, whatever a table chooses. */
class BufferAlgorithmsTest extends GroupTest {
    private static final int[] SIZES = {1, 2, 3, 4, 7, 8};
    /** None, fewer elements than members, several tiles. */
    private static final int[] LENGTHS = {0, 1, 5000};
    /** Several segments, the last of them empty where there are two members. */
    private static final int LONG = 131_072;

    /** Neither commutative nor associative, so that it shows the order and the brackets; element by element. */
    private static final ReductionObject<DirectBuffer> BRACKETS = (left, right) -> {
        double[] a = (double[]) left.toArray();
        double[] b = (double[]) right.toArray();
        Arrays.setAll(a, i -> a[i] * 1.7 - b[i] / 3);
        left.copyFrom(DirectBuffer.of(a));
        return left;
    };

    static Stream<Arguments> cases() {
        return IntStream.of(SIZES)
                .boxed()
                .flatMap(size -> IntStream.of(LENGTHS).mapToObj(length -> Arguments.of(1, size, length)));
    }

    static Stream<Arguments> allCases() {
        return Stream.concat(
                cases(),
                Stream.of(
                        Arguments.of(2, 2, LONG),
                        Arguments.of(3, 3, LONG),
                        Arguments.of(2, 4, LONG),
                        Arguments.of(1, 3, LONG)));
    }

    private void runAll(int processes, int size, BiConsumer<Peers, Integer> body) {
        Together.members(open(processes, size), endpoint -> {
            Scratch scratch = new Scratch();
            for (int root = 0; root < size; root++) {
                CallSignature label = new CallSignature(Operation.BARRIER.code(), root, root);
                body.accept(new CallPeers(endpoint, label, scratch), root);
            }
            endpoint.leave();
            return null;
        });
    }

    private static double[] numbers(int rank, int length) {
        Random random = new Random(31L * rank + length);
        double[] numbers = new double[length];
        Arrays.setAll(numbers, i -> random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15));
        return numbers;
    }

    /** Combines as the tree does: the left half is the largest power of two below the block. */
    private static double[] reduced(int start, int end, int length) {
        if (end - start == 1) {
            return numbers(start, length);
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        double[] left = reduced(start, middle, length);
        BRACKETS.reduce(DirectBuffer.of(left), DirectBuffer.of(reduced(middle, end, length)));
        return left;
    }

    private static void assertSameBits(double[] actual, double[] expected, String what) {
        assertThat(Arrays.equals(actual, expected)).as(what).isTrue();
    }

    @ParameterizedTest(name = "processes={0} size={1} length={2}")
    @MethodSource("allCases")
    void shouldReduceToTheSameBits(int processes, int size, int length) {
        double[] expected = reduced(0, size, length);
        runAll(processes, size, (peers, root) -> {
            for (String name : BufferReduce.ALGORITHMS.names()) {
                double[] own = numbers(peers.rank(), length);
                double[] target = root % 2 == 0 ? own : new double[length];
                BufferReduce.ALGORITHMS
                        .named(name)
                        .run(peers, DirectBuffer.of(own), DirectBuffer.of(target), BRACKETS, root);
                assertSameBits(peers.rank() == root ? target : expected, expected, name);
                if (peers.rank() != root || root % 2 == 1) {
                    assertSameBits(own, numbers(peers.rank(), length), name);
                }
            }
        });
        runAll(processes, size, (peers, root) -> {
            for (String name : root == 0 ? BufferAllReduce.ALGORITHMS.names() : List.<String>of()) {
                for (boolean inPlace : new boolean[] {true, false}) {
                    double[] own = numbers(peers.rank(), length);
                    double[] target = inPlace ? own : new double[length];
                    BufferAllReduce.ALGORITHMS
                            .named(name)
                            .run(peers, DirectBuffer.of(own), DirectBuffer.of(target), BRACKETS);
                    assertSameBits(target, expected, name);
                    assertSameBits(own, inPlace ? expected : numbers(peers.rank(), length), name);
                }
            }
        });
    }

    @ParameterizedTest(name = "processes={0} size={1} length={2}")
    @MethodSource("allCases")
    void shouldBroadcastTheSame(int processes, int size, int length) {
        runAll(processes, size, (peers, root) -> {
            for (String name : BufferBroadcast.ALGORITHMS.names()) {
                double[] data = numbers(peers.rank(), length);
                DirectBuffer buffer = DirectBuffer.of(data);
                if (peers.rank() == root) { // whose memory is only read
                    buffer = DirectBuffer.of(java.nio.DoubleBuffer.wrap(data).asReadOnlyBuffer());
                }
                BufferBroadcast.ALGORITHMS.named(name).run(peers, buffer, root);
                assertSameBits(data, numbers(root, length), name);
            }
        });
    }

    @ParameterizedTest(name = "processes={0} size={1} length={2}")
    @MethodSource("cases")
    void shouldScatterAndGatherTheSame(int processes, int size, int length) {
        double[] whole = new double[size * length];
        for (int rank = 0; rank < size; rank++) {
            System.arraycopy(numbers(rank, length), 0, whole, rank * length, length);
        }
        runAll(processes, size, (peers, root) -> {
            double[] own = numbers(peers.rank(), length);
            for (String name : BufferScatter.ALGORITHMS.names()) {
                double[] target = new double[length];
                DirectBuffer data = peers.rank() == root ? DirectBuffer.of(whole) : null;
                BufferScatter.ALGORITHMS.named(name).run(peers, data, DirectBuffer.of(target), root);
                assertSameBits(target, own, name);
            }
            for (String name : BufferGather.ALGORITHMS.names()) {
                double[] target = new double[size * length];
                DirectBuffer data = peers.rank() == root ? DirectBuffer.of(target) : null;
                BufferGather.ALGORITHMS.named(name).run(peers, DirectBuffer.of(own), data, root);
                assertSameBits(peers.rank() == root ? target : whole, whole, name);
            }
            for (String name : BufferAllGather.ALGORITHMS.names()) {
                double[] target = new double[size * length];
                BufferAllGather.ALGORITHMS.named(name).run(peers, DirectBuffer.of(own), DirectBuffer.of(target));
                assertSameBits(target, whole, name);
            }
        });
    }

    @ParameterizedTest(name = "processes={0} size={1} length={2}")
    @MethodSource("cases")
    void shouldExchangeTheSame(int processes, int size, int length) {
        runAll(processes, size, (peers, root) -> {
            for (String name : root == 0 ? BufferAllToAll.ALGORITHMS.names() : List.<String>of()) {
                int[] data = IntStream.range(0, size * length)
                        .map(i -> peers.rank() * 100_000 + i)
                        .toArray();
                int[] target = new int[size * length];
                BufferAllToAll.ALGORITHMS.named(name).run(peers, DirectBuffer.of(data), DirectBuffer.of(target));
                int[] expected = IntStream.range(0, size * length)
                        .map(i -> i / length * 100_000 + peers.rank() * length + i % length)
                        .toArray();
                assertThat(target).as(name).isEqualTo(expected);
            }
        });
    }

    @Test
    void shouldTakeEveryElementType() {
        for (ElementType type : ElementType.values()) {
            ReductionObject<DirectBuffer> operator =
                    type == ElementType.BOOLEAN ? Reductions.logicalOr() : Reductions.max();
            for (int size : new int[] {3, 4}) {
                runAll(1, size, (peers, root) -> {
                    for (String name : BufferAllReduce.ALGORITHMS.names()) {
                        DirectBuffer own = Scratch.allocate(type, 5);
                        if (peers.rank() == root) {
                            own.putBytes(0, java.lang.foreign.MemorySegment.ofArray(new byte[] {1}), 0, 1);
                        }
                        DirectBuffer target = Scratch.allocate(type, 5);
                        BufferAllReduce.ALGORITHMS.named(name).run(peers, own, target, operator);
                        DirectBuffer expected = Scratch.allocate(type, 5);
                        expected.putBytes(0, java.lang.foreign.MemorySegment.ofArray(new byte[] {1}), 0, 1);
                        assertThat(Arrays.deepEquals(
                                        new Object[] {target.toArray()}, new Object[] {expected.toArray()}))
                                .as("%s of %s", name, type)
                                .isTrue();
                    }
                });
            }
        }
    }
}

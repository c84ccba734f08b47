package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableList;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** Scans, reduceScatter, exchanges among some, and unequal parts of objects. */
class MoreCollectivesTest extends EachDevice {
    private static final ReductionObject<String> JOIN = (left, right) -> left + right;

    private static String names(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    @Test
    void shouldScanInRankOrder() {
        forEachSize(world -> {
            int rank = world.rank();
            assertThat(world.scan("" + rank, JOIN)).isEqualTo(names(0, rank + 1));
            assertThat(world.exclusiveScan("" + rank, JOIN)).isEqualTo(rank == 0 ? null : names(0, rank));
            assertThat(world.nonBlocking().scan("" + rank, JOIN).await()).isEqualTo(names(0, rank + 1));
            assertThat(world.nonBlocking().exclusiveScan("" + rank, JOIN).await())
                    .isEqualTo(rank == 0 ? null : names(0, rank));
            long[] own = {rank, 1};
            assertThat(world.scan(own, Reductions.<long[]>sum())).containsExactly(rank * (rank + 1L) / 2, rank + 1);
            assertThat(own).containsExactly(rank, 1);
            if (rank > 0) {
                assertThat(world.exclusiveScan(own, Reductions.<long[]>sum()))
                        .containsExactly(rank * (rank - 1L) / 2, rank);
            } else {
                assertThat(world.exclusiveScan(own, Reductions.<long[]>sum())).isNull();
            }
        });
    }

    @Test
    @SuppressWarnings("unchecked") // as a program that mixes types up does
    void shouldNameTheCallOfAnOperatorForAnotherType() {
        ReductionObject<?> ofIntegers = (ReductionObject<Integer>) Integer::sum;
        run(2, world -> {
            ReductionObject<Object> mistaken = (ReductionObject<Object>) ofIntegers;
            assertThatThrownBy(() -> world.allReduce("text", mistaken))
                    .isInstanceOfAny(ClassCastException.class, CallFailedException.class)
                    .hasMessageContainingAll(
                            "a value has another type than the operator or dividable object takes: group=",
                            "java.lang.String cannot be cast",
                            "; let all members pass values of that type");
            world.barrier();
            return null;
        });
    }

    @Test
    void shouldScanBuffers() {
        for (int length : new int[] {0, 1, 1000, 100_000}) {
            forEachSize(world -> {
                int rank = world.rank();
                double[] own = new double[length];
                Arrays.setAll(own, i -> rank + i % 7);
                double[] kept = own.clone();
                double[] result = new double[length];
                Arrays.fill(result, -1);
                world.scan(DirectBuffer.of(own), DirectBuffer.of(result), Reductions.sum());
                assertThat(own).isEqualTo(kept);
                assertThat(result).isEqualTo(expected(length, rank + 1));
                Arrays.fill(result, -1);
                world.exclusiveScan(DirectBuffer.of(own), DirectBuffer.of(result), Reductions.sum());
                assertThat(result).isEqualTo(rank == 0 ? filled(length) : expected(length, rank));
                assertThat(world.scan(DirectBuffer.of(own), Reductions.sum()).array())
                        .isSameAs(own);
                assertThat(own).isEqualTo(expected(length, rank + 1));
            });
        }
    }

    /** A program's operator, which does not commute and may return either argument. */
    @Test
    void shouldScanBuffersByAProgramsOperator() {
        ReductionObject<DirectBuffer> last = (left, right) -> right;
        ReductionObject<DirectBuffer> first = (left, right) -> left;
        forEachSize(world -> {
            int[] own = {world.rank()};
            int[] result = {-1};
            world.scan(DirectBuffer.of(own), DirectBuffer.of(result), last);
            assertThat(result).containsExactly(world.rank());
            world.exclusiveScan(DirectBuffer.of(own), DirectBuffer.of(result), last);
            assertThat(result).containsExactly(Math.max(0, world.rank() - 1));
            world.scan(DirectBuffer.of(own), DirectBuffer.of(result), first);
            assertThat(result).containsExactly(0);
        });
    }

    private static double[] filled(int length) {
        double[] array = new double[length];
        Arrays.fill(array, -1);
        return array;
    }

    private static double[] expected(int length, int ranks) {
        double[] sums = new double[length];
        Arrays.setAll(sums, i -> ranks * (ranks - 1) / 2.0 + ranks * (i % 7));
        return sums;
    }

    @Test
    void shouldReduceAndScatter() {
        forEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            List<String> parts = IntStream.range(0, size)
                    .mapToObj(to -> "(%d>%d)".formatted(rank, to))
                    .toList();
            String expected = IntStream.range(0, size)
                    .mapToObj(from -> "(%d>%d)".formatted(from, rank))
                    .collect(Collectors.joining());
            assertThat(world.reduceScatter(parts, JOIN)).isEqualTo(expected);
            assertThat(world.nonBlocking().reduceScatter(parts, JOIN).await()).isEqualTo(expected);
            double[] table = new double[3 * size];
            Arrays.setAll(table, i -> 0.1 * rank + i);
            double[] reduced = world.reduceScatter(DividableArray.of(table), Reductions.<double[]>sum());
            double[] all = world.allReduce(table, Reductions.<double[]>sum());
            assertThat(reduced)
                    .as("the bits of a reduction")
                    .isEqualTo(Arrays.copyOfRange(all, 3 * rank, 3 * rank + 3));
        });
    }

    @Test
    void shouldReduceAndScatterBuffers() {
        for (int length : new int[] {1, 300, 50_000}) {
            forEachSize(world -> {
                int rank = world.rank();
                int size = world.size();
                double[] table = new double[length * size];
                Arrays.setAll(table, i -> 0.1 * rank + i);
                double[] kept = table.clone();
                double[] all = world.allReduce(table, Reductions.<double[]>sum());
                double[] block = new double[length];
                world.reduceScatter(DirectBuffer.of(table), DirectBuffer.of(block), Reductions.sum());
                assertThat(block).isEqualTo(Arrays.copyOfRange(all, length * rank, length * (rank + 1)));
                assertThat(table).isEqualTo(kept);
                int[] counts = IntStream.range(0, size)
                        .map(r -> r == 0 ? 0 : length + r - 1)
                        .toArray();
                Blocks blocks = Blocks.of(counts);
                double[] some = new double[counts[rank]];
                double[] long2 = new double[IntStream.of(counts).sum()];
                Arrays.setAll(long2, i -> 0.1 * rank + i);
                double[] sums = world.allReduce(long2, Reductions.<double[]>sum());
                world.reduceScatter(DirectBuffer.of(long2), blocks, DirectBuffer.of(some), Reductions.sum());
                int from = (int) blocks.displacement(rank);
                assertThat(some).isEqualTo(Arrays.copyOfRange(sums, from, from + counts[rank]));
                ReductionObject<DirectBuffer> last = (left, right) -> right;
                world.nonBlocking()
                        .reduceScatter(DirectBuffer.of(long2), blocks, DirectBuffer.of(some), last)
                        .await();
                for (int i = 0; i < some.length; i++) {
                    assertThat(some[i]).isEqualTo(0.1 * (size - 1) + from + i);
                }
            });
        }
    }

    @Test
    void shouldExchangeAmongThoseWhoHaveSomething() {
        Random seeds = new Random(17);
        for (int round = 0; round < 5; round++) {
            long seed = seeds.nextLong();
            forEachSize(world -> {
                int size = world.size();
                double share = new Random(seed).nextDouble();
                boolean[][] sends = sends(seed, size, share);
                Map<Integer, String> values = new TreeMap<>();
                SortedMap<Integer, String> expected = new TreeMap<>();
                for (int peer = 0; peer < size; peer++) {
                    if (sends[world.rank()][peer]) {
                        values.put(peer, "%d to %d".formatted(world.rank(), peer));
                    }
                    if (sends[peer][world.rank()]) {
                        expected.put(peer, "%d to %d".formatted(peer, world.rank()));
                    }
                }
                assertThat(world.exchange(values)).isEqualTo(expected);
                assertThat(world.allToAll(values)).isEqualTo(expected);
                assertThat(world.nonBlocking().exchange(values).await()).isEqualTo(expected);
                assertThat(world.nonBlocking().allToAll(values).await()).isEqualTo(expected);
            });
        }
    }

    @Test
    void shouldExchangeBuffersAmongThoseThatHaveSome() {
        for (long seed = 0; seed < 3; seed++) {
            long now = seed;
            forEachSize(world -> {
                int rank = world.rank();
                int size = world.size();
                boolean[][] sends = sends(now, size, 0.5);
                Map<Integer, DirectBuffer> values = new TreeMap<>();
                Map<Integer, DirectBuffer> targets = new TreeMap<>();
                Map<Integer, List<Long>> expected = new TreeMap<>();
                for (int other = 0; other < size; other++) {
                    if (sends[rank][other]) {
                        values.put(other, DirectBuffer.of(elements(rank, other)));
                    }
                    if (sends[other][rank]) {
                        expected.put(
                                other,
                                LongStream.of(elements(other, rank)).boxed().toList());
                        targets.put(other, DirectBuffer.of(new long[other + rank]));
                    }
                }
                assertThat(arrays(world.exchangeBuffers(values))).isEqualTo(expected);
                assertThat(arrays(world.nonBlocking().exchangeBuffers(values).await()))
                        .isEqualTo(expected);
                assertThat(arrays(world.persistent().exchangeBuffers(values).run()))
                        .isEqualTo(expected);
                world.allToAll(values, targets);
                assertThat(arrays(targets)).isEqualTo(expected);
                world.nonBlocking().allToAll(values, targets).await();
                world.persistent().allToAll(values, targets).run();
                assertThat(arrays(targets)).isEqualTo(expected);
            });
        }
    }

    private static long[] elements(int from, int to) {
        return LongStream.range(0, from + to).map(i -> 100L * from + i).toArray();
    }

    private static Map<Integer, List<Long>> arrays(Map<Integer, DirectBuffer> buffers) {
        Map<Integer, List<Long>> arrays = new TreeMap<>();
        buffers.forEach((rank, buffer) -> arrays.put(
                rank, LongStream.of((long[]) buffer.toArray()).boxed().toList()));
        return arrays;
    }

    /** As MPI's Alltoallw: each pair has a type of its own, and the memory of both sides may overlap. */
    @Test
    void shouldHandEachMemberABufferOfItsOwnType() {
        run(3, world -> {
            int rank = world.rank();
            int next = (rank + 1) % 3;
            int previous = (rank + 2) % 3;
            double[] row = {rank, rank + 0.5, -1};
            int[] received = new int[2];
            world.allToAll(
                    rank == 2
                            ? Map.of(next, DirectBuffer.of(new int[] {7, 8}))
                            : Map.of(next, DirectBuffer.of(row, 0, 2), rank, DirectBuffer.of(row, 0, 1)),
                    rank == 0
                            ? Map.of(previous, DirectBuffer.of(received), 0, DirectBuffer.of(row, 2, 1))
                            : rank == 1
                                    ? Map.of(previous, DirectBuffer.of(row, 0, 2), rank, DirectBuffer.of(row, 2, 1))
                                    : Map.of(previous, DirectBuffer.of(row, 0, 2)));
            assertThat(received).isEqualTo(rank == 0 ? new int[] {7, 8} : new int[2]);
            assertThat(row)
                    .isEqualTo(
                            rank == 0
                                    ? new double[] {0, 0.5, 0}
                                    : new double[] {rank - 1, rank - 0.5, rank == 1 ? 1 : -1});
            return true;
        });
    }

    @Test
    void shouldTellWhenTheBuffersOfAPairDoNotMatch() {
        run(2, world -> {
            DirectBuffer two = DirectBuffer.of(new int[2]);
            Map<Integer, DirectBuffer> toOther = Map.of(1 - world.rank(), two);
            assertThatThrownBy(() -> {
                        world.allToAll(toOther, world.rank() == 0 ? toOther : Map.of());
                        world.barrier();
                    })
                    .satisfiesAnyOf(
                            failure -> assertThat(failure)
                                    .isInstanceOf(BufferMismatchException.class)
                                    .hasMessageContaining("int[2]"),
                            failure -> assertThat(failure).isInstanceOf(CallFailedException.class),
                            failure -> assertThat(failure).isInstanceOf(MemberFailedException.class));
            return true;
        });
    }

    private static boolean[][] sends(long seed, int size, double share) {
        Random random = new Random(seed);
        boolean[][] sends = new boolean[size][size];
        for (boolean[] row : sends) {
            for (int to = 0; to < size; to++) {
                row[to] = random.nextDouble() < share;
            }
        }
        return sends;
    }

    @Test
    void shouldExchangeNulls() {
        run(2, world -> {
            Map<Integer, String> values = new TreeMap<>();
            values.put(0, null);
            assertThat(world.exchange(values).containsKey(0)).isEqualTo(world.rank() == 0);
            assertThat(world.allToAll(values).keySet())
                    .isEqualTo(world.rank() == 0 ? java.util.Set.of(0, 1) : java.util.Set.of());
            return true;
        });
    }

    @Test
    void shouldDivideListsAndArraysByCounts() {
        forEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            int[] counts = IntStream.range(0, size).map(r -> (r * 2) % 3).toArray();
            Blocks blocks = Blocks.of(counts);
            int total = IntStream.of(counts).sum();
            List<Integer> whole = IntStream.range(0, total).boxed().toList();
            int from = (int) blocks.displacement(rank);
            List<Integer> part = whole.subList(from, from + counts[rank]);
            for (int root = 0; root < size; root++) {
                boolean isRoot = rank == root;
                assertThat(world.<List<Integer>>scatter(isRoot ? DividableList.of(whole, blocks) : null, root))
                        .isEqualTo(part);
                DividableArray<int[]> gathered =
                        world.gather(isRoot ? DividableArray.of(new int[total], blocks) : null, ints(part), root);
                assertThat(gathered == null ? ints(whole) : gathered.array()).isEqualTo(ints(whole));
            }
            assertThat(world.allGather(DividableArray.of(new int[total], blocks), ints(part))
                            .array())
                    .isEqualTo(ints(whole));
            int[] all = new int[size];
            Arrays.fill(all, rank);
            int[] ones = new int[size];
            Arrays.fill(ones, 1);
            assertThat(world.allToAll(
                                    DividableArray.of(all, Blocks.of(ones)),
                                    DividableArray.of(new int[size], Blocks.of(ones)))
                            .array())
                    .isEqualTo(IntStream.range(0, size).toArray());
        });
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(i -> i).toArray();
    }

    @Test
    void shouldTellAllOfAnOperatorThatFails() {
        run(4, world -> {
            ReductionObject<Integer> failing = (left, right) -> {
                throw new IllegalStateException("no such sum");
            };
            if (world.rank() > 0) {
                assertThatThrownBy(() -> world.scan(world.rank(), failing)).hasStackTraceContaining("no such sum");
            } else {
                fails(() -> world.scan(world.rank(), failing));
            }
            assertThatThrownBy(() -> world.reduceScatter(List.of(1, 2, 3, 4), failing))
                    .hasStackTraceContaining("no such sum");
            assertThat(world.scan(1, Reductions.<Integer>sum())).isEqualTo(world.rank() + 1);
            return true;
        });
    }

    /** Rank 0 of a scan needs nothing of the others, so it may be through before one fails. */
    private static void fails(Runnable call) {
        try {
            call.run();
        } catch (CallFailedException e) {
            assertThat(e).hasMessageContaining("no such sum");
        }
    }

    @Test
    void shouldRefuseWrongArguments() {
        run(2, world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.exchange(Map.of(2, "x")))
                    .withMessageContaining("rank=2")
                    .withMessageEndingWith("; let the keys be ranks from 0 to 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.allToAll(Map.of(-1, "x")))
                    .withMessageContaining("-1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.exchange(Map.of(0, DirectBuffer.of(new int[1]))))
                    .withMessageContaining("exchangeBuffers");
            Map<Integer, DirectBuffer> toItself = Map.of(world.rank(), DirectBuffer.of(new int[1]));
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> world.allToAll(toItself),
                    () -> world.nonBlocking().allToAll(toItself),
                    () -> world.persistent().allToAll(toItself))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(call)
                        .withMessageContaining("for rank=" + world.rank() + " here rank=" + world.rank())
                        .withMessageContaining("allToAll(send, receive)");
            }
            Map<Integer, DirectBuffer> withNull = new HashMap<>();
            withNull.put(null, DirectBuffer.of(new int[1]));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.exchangeBuffers(withNull))
                    .withMessageContaining("rank=null");
            DirectBuffer three = DirectBuffer.of(new int[3]);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.reduceScatter(three, DirectBuffer.of(new int[1]), Reductions.sum()))
                    .withMessageContaining("one block for each member");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.scan(three, DirectBuffer.of(new int[1]), Reductions.sum()))
                    .withMessageContaining("alike");
            int size = world.size();
            long[] twos = new long[size];
            Arrays.fill(twos, 2);
            long[] reverse =
                    LongStream.range(0, size).map(i -> 2 * (size - 1 - i)).toArray();
            DirectBuffer two = DirectBuffer.of(new int[2]);
            DirectBuffer all = DirectBuffer.of(new int[2 * size]);
            world.allGather(two, all, Blocks.of(twos, reverse));
            reverse[0] = size == 1 ? 0 : reverse[1] + 1; // of the first two, which are the last in memory
            if (size > 1) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> world.allGather(two, all, Blocks.of(twos, reverse)))
                        .withMessageContaining("blocks of a receive buffer must not overlap")
                        .withMessageContaining("rank=1 count=2")
                        .withMessageContaining("rank=0 count=2");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> DividableArray.of(new int[3], Blocks.of(2, 2)).elementAt(1, 2))
                    .withMessageContaining("rank=1");
            world.barrier();
            return true;
        });
    }
}

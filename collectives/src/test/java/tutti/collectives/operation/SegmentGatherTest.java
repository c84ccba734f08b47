package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.shm.SharedSegments;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;

/** Buffers of all members in memory: that of one process, or that which processes share. */
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
                    .isEqualTo(processes > 1);
            return null;
        });
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldGiveAllTheSameBlocks(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int length : LENGTHS) {
                int[] own = new int[length];
                Arrays.setAll(own, i -> value(rank, 0, i));
                int[] expected = new int[size * length];
                Arrays.setAll(expected, i -> value(i / length, 0, i % length));
                int[] target = new int[size * length];
                member.collectives().buffers().allGather(DirectBuffer.of(own), DirectBuffer.of(target));
                assertThat(target).isEqualTo(expected);
                int[] inPlace = new int[size * length];
                System.arraycopy(own, 0, inPlace, rank * length, length);
                member.collectives()
                        .buffers()
                        .allGather(DirectBuffer.of(inPlace, rank * length, length), DirectBuffer.of(inPlace));
                assertThat(inPlace).isEqualTo(expected);
            }
            return null;
        });
    }

    /** Equal blocks, and blocks of which the last is empty and the others differ in length. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldReduceBlocksWithTheBitsOfAllReduce(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int length : LENGTHS) {
                for (boolean areEqual : new boolean[] {true, false}) {
                    long[] counts = new long[size];
                    Arrays.setAll(counts, i -> areEqual ? length : i == size - 1 ? 0 : length + i);
                    Blocks blocks = Blocks.of(counts);
                    double[] own = new double[(int) Arrays.stream(counts).sum()];
                    Arrays.setAll(own, i -> Math.scalb(1.0 / (3 + i + 7 * rank), (i * 31 + rank * 17) % 60));
                    double[] all = new double[own.length];
                    member.collectives()
                            .buffers()
                            .allReduce(DirectBuffer.of(own), DirectBuffer.of(all), Reductions.sum());
                    int from = (int) blocks.displacement(rank);
                    int count = (int) blocks.count(rank);
                    double[] target = new double[count];
                    member.collectives()
                            .run(new BlockReduceScatter(
                                    DirectBuffer.of(own), blocks, DirectBuffer.of(target), Reductions.sum()));
                    assertThat(target).isEqualTo(Arrays.copyOfRange(all, from, from + count));
                    member.collectives()
                            .run(new BlockReduceScatter(
                                    DirectBuffer.of(own), blocks, DirectBuffer.of(own, from, count), Reductions.sum()));
                    assertThat(Arrays.copyOfRange(own, from, from + count)).isEqualTo(target);
                }
            }
            return null;
        });
    }

    /** Blocks lie in another order and with other gaps at each member; they are as long at all. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldReduceBlocksThatLieElsewhereAtEachMember(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int length : LENGTHS) {
                long[] counts = new long[size];
                Arrays.setAll(counts, i -> length + i);
                long[] displacements = new long[size];
                long end = rank;
                for (int at = 0; at < size; at++) {
                    int block = (at + rank) % size;
                    displacements[block] = end;
                    end += counts[block] + rank;
                }
                Blocks blocks = Blocks.of(counts, displacements);
                int[] own = new int[(int) end];
                Arrays.fill(own, -1_000_000);
                for (int block = 0; block < size; block++) {
                    for (int i = 0; i < counts[block]; i++) {
                        own[(int) displacements[block] + i] = block * 10 + rank + i;
                    }
                }
                int[] target = new int[(int) counts[rank]];
                member.collectives()
                        .run(new BlockReduceScatter(
                                DirectBuffer.of(own), blocks, DirectBuffer.of(target), Reductions.sum()));
                assertThat(target).isEqualTo(ints(target.length, i -> size * (rank * 10 + i) + size * (size - 1) / 2));
            }
            return null;
        });
    }

    /** All of the blocks together are as long at each member. */
    @ParameterizedTest
    @CsvSource({"1, 4, 3", "2, 4, 3", "4, 4, 3", "1, 4, 30000", "2, 4, 30000", "4, 4, 30000"})
    void shouldShowBlocksThatDiffer(int processes, int size, int length) {
        for (int other = 0; other < size; other++) {
            int different = other;
            List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
                member.collectives().barrier();
                long[] counts = new long[size];
                Arrays.fill(counts, length);
                counts[2] += member.rank() == different ? 1 : 0;
                counts[1] -= member.rank() == different ? 1 : 0;
                DirectBuffer target = DirectBuffer.of(new int[(int) counts[member.rank()]]);
                member.collectives()
                        .run(new BlockReduceScatter(
                                DirectBuffer.of(new int[size * length]), Blocks.of(counts), target, Reductions.sum()));
                return null;
            });
            assertThat(outcomes)
                    .extracting(Outcome::failure)
                    .anySatisfy(failure -> assertThat(failure)
                            .isInstanceOf(BufferMismatchException.class)
                            .hasMessageContaining("int[%d]".formatted(length)));
        }
    }

    /** Ranks 1 and 3 have blocks as long as everywhere; that of rank 1 lies behind one that is longer elsewhere. */
    @Test
    void shouldNotReadAnotherBlockOfOtherProcesses() {
        List<Integer> wrong = run(2, 4, member -> {
            int rank = member.rank();
            long[] counts = rank < 2 ? new long[] {1, 2, 3, 4} : new long[] {2, 2, 2, 4};
            Blocks blocks = Blocks.of(counts);
            int[] expected = new int[(int) counts[rank]];
            Arrays.fill(expected, 400 * (rank + 1));
            int found = 0;
            for (int call = 0; call < 300; call++) {
                int[] own = new int[10];
                for (int block = 0; block < 4; block++) {
                    int from = (int) blocks.displacement(block);
                    Arrays.fill(own, from, from + (int) counts[block], 100 * (block + 1));
                }
                int[] target = new int[expected.length];
                try {
                    member.collectives()
                            .run(new BlockReduceScatter(
                                    DirectBuffer.of(own), blocks, DirectBuffer.of(target), Reductions.sum()));
                    found += Arrays.equals(target, expected) ? 0 : 1;
                } catch (BufferMismatchException | CallFailedException e) {
                    // as it should be for ranks 0 and 2, and may be for the others
                }
                member.collectives().barrier();
            }
            return found;
        });
        assertThat(wrong).containsOnly(0);
    }

    /** The check before each call (TUTTI_VERIFY) compares what must be the same at all: how long blocks are. */
    @Test
    void shouldCheckLengthsOfBlocksOnly() {
        run(2, 4, member -> {
            int rank = member.rank();
            Collectives checked = new Collectives(member.endpoint(), AlgorithmTable.standard(), true);
            Blocks blocks = Blocks.of(new long[] {1, 1, 1, 1}, new long[] {rank, rank + 1, rank + 2, rank + 3});
            int[] own = new int[4 + rank];
            Arrays.fill(own, 1);
            int[] target = new int[1];
            checked.run(
                    new BlockReduceScatter(DirectBuffer.of(own), blocks, DirectBuffer.of(target), Reductions.sum()));
            assertThat(target).containsExactly(4);
            return null;
        });
    }

    /** Each call ends while members of the process read what was gathered in it, and the next ones write. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldNotMixCallsThatFollowEachOther(int processes, int size) {
        run(processes, size, member -> {
            int rank = member.rank();
            for (int i = 0; i < 300; i++) {
                int call = i;
                int[] own = new int[size];
                Arrays.fill(own, call + rank);
                int[] gathered = new int[size * size];
                int[] sum = new int[1];
                int[] all = new int[size];
                BufferCollectives buffers = member.collectives().buffers();
                buffers.allGather(DirectBuffer.of(own), DirectBuffer.of(gathered));
                member.collectives()
                        .run(new BlockReduceScatter(
                                DirectBuffer.of(own),
                                BlockViews.equal(1, size),
                                DirectBuffer.of(sum),
                                Reductions.sum()));
                buffers.allReduce(DirectBuffer.of(own), DirectBuffer.of(all), Reductions.max());
                buffers.allToAll(DirectBuffer.of(own), DirectBuffer.of(own));
                assertThat(gathered).isEqualTo(ints(size * size, at -> call + at / size));
                assertThat(sum).containsExactly(size * call + size * (size - 1) / 2);
                assertThat(all).isEqualTo(ints(size, at -> call + size - 1));
                assertThat(own).isEqualTo(ints(size, at -> call + at));
            }
            return null;
        });
    }

    static int[] ints(int length, IntUnaryOperator value) {
        int[] ints = new int[length];
        Arrays.setAll(ints, value);
        return ints;
    }

    static int value(int source, int destination, int at) {
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

    enum Kind {
        ALL_TO_ALL {
            @Override
            void run(Collectives collectives, int block, int size) {
                collectives
                        .buffers()
                        .allToAll(DirectBuffer.of(new int[size * block]), DirectBuffer.of(new int[size * block]));
            }
        },
        ALL_GATHER {
            @Override
            void run(Collectives collectives, int block, int size) {
                collectives
                        .buffers()
                        .allGather(DirectBuffer.of(new int[block]), DirectBuffer.of(new int[size * block]));
            }
        },
        ALL_REDUCE {
            @Override
            void run(Collectives collectives, int block, int size) {
                DirectBuffer own = DirectBuffer.of(new int[size * block]);
                collectives.buffers().allReduce(own, own, Reductions.sum());
            }
        },
        REDUCE_SCATTER {
            @Override
            void run(Collectives collectives, int block, int size) {
                collectives.run(new BlockReduceScatter(
                        DirectBuffer.of(new int[size * block]),
                        BlockViews.equal(block, size),
                        DirectBuffer.of(new int[block]),
                        Reductions.sum()));
            }
        },

        ALL_TO_ALL_BLOCKS {
            @Override
            void run(Collectives collectives, int block, int size) {
                DirectBuffer data = DirectBuffer.of(new int[size * block]);
                DirectBuffer target = DirectBuffer.of(new int[size * block]);
                Blocks blocks = BlockViews.equal(block, size);
                collectives.run(new BlockAllToAll(data, blocks, target, blocks));
            }
        },
        ALL_GATHER_BLOCKS {
            @Override
            void run(Collectives collectives, int block, int size) {
                collectives.run(new BlockAllGather(
                        DirectBuffer.of(new int[block]),
                        DirectBuffer.of(new int[size * block]),
                        BlockViews.equal(block, size)));
            }
        };

        abstract void run(Collectives collectives, int block, int size);
    }

    static Stream<Arguments> different() {
        int[][] lengths = {
            {1, 4, 10, 20}, {4, 4, 10, 20}, {4, 4, 10, 50_000}, {2, 4, 10, 50_000}, {2, 4, 50_000, 60_000}
        };
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(lengths).map(of -> Arguments.of(kind, of[0], of[1], of[2], of[3])));
    }

    /** Some members use slots, and some would exchange messages. */
    @ParameterizedTest(name = "{0}: {2} members in {1} processes, {3} and {4}")
    @MethodSource("different")
    void shouldShowBuffersThatDiffer(Kind kind, int processes, int size, int usual, int other) {
        List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
            member.collectives().barrier();
            kind.run(member.collectives(), member.rank() == 1 ? other : usual, size);
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
    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldContinueAfterBuffersThatDiffered(Kind kind) {
        for (int processes : new int[] {1, 2, 4}) {
            List<Object> found = run(processes, 4, member -> {
                for (int i = 0; i < 30; i++) {
                    try {
                        kind.run(member.collectives(), member.rank() == i % 4 ? 10 : 2, 4);
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

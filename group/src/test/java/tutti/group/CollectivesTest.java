package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableList;
import tutti.collectives.Located;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;

/** Every collective operation, as a member calls it: over processes, sizes of the group, and roots. */
@Timeout(60)
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2, 4})
class CollectivesTest {
    private static final List<Integer> SIZES = List.of(1, 2, 3, 4, 7, 8);

    @Parameter
    int processes;

    private TestJob job;

    @BeforeEach
    void startJob() {
        job = TestJob.of(processes);
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    /** What a member does in a group of some size. */
    private interface Work {
        void run(ColMember self, ColGroup group, int rank, int size) throws Exception;
    }

    /** What a member does in a group of some size, for each root. */
    private interface RootedWork {
        void run(ColMember self, ColGroup group, int rank, int root) throws Exception;
    }

    private void forEachSize(Work work) {
        for (int size : SIZES) {
            job.run(size, (self, group, rank) -> {
                work.run(self, group, rank, size);
                return null;
            });
        }
    }

    private void forEachSizeAndRoot(RootedWork work) {
        forEachSize((self, group, rank, size) -> {
            for (int root = 0; root < size; root++) {
                work.run(self, group, rank, root);
            }
        });
    }

    private static List<String> names(int size, String suffix) {
        return IntStream.range(0, size).mapToObj(rank -> rank + suffix).toList();
    }

    @Test
    void shouldHoldEveryoneAtTheBarrier() {
        for (int size : SIZES) {
            boolean[] come = new boolean[size];
            job.run(size, (self, group, rank) -> {
                synchronized (come) {
                    come[rank] = true;
                }
                self.barrier(group);
                synchronized (come) {
                    assertThat(come).doesNotContain(false);
                }
                return null;
            });
        }
    }

    @Test
    void shouldBroadcastRootsValue() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            String mine = "of " + rank;
            assertThat(self.broadcast(group, mine, root)).isEqualTo("of " + root);
        });
    }

    @Test
    void shouldReturnRootsOwnReferenceAtTheRootAndCopiesElsewhere() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] mine = {rank};
            int[] result = self.broadcast(group, mine, root);
            if (rank == root) {
                assertThat(result).isSameAs(mine);
            } else {
                assertThat(result).isNotSameAs(mine);
            }

            self.barrier(group);
            result[0] += 100 * rank;
            self.barrier(group);
            assertThat(result).containsExactly(root + 100 * rank);
        });
    }

    @Test
    void shouldBroadcastNullEmptyAndLarge() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            boolean atRoot = rank == root;
            assertThat(self.<Object>broadcast(group, atRoot ? null : "ignored", root))
                    .isNull();
            assertThat(self.broadcast(group, atRoot ? new double[0] : null, root))
                    .isEmpty();
            assertThat(self.broadcast(group, atRoot ? large(root) : null, root)).isEqualTo(large(root));
        });
    }

    private static long[] large(int seed) {
        long[] array = new long[70_000];
        Arrays.setAll(array, i -> (long) i * i + seed);
        return array;
    }

    @Test
    void shouldReduceInRankOrderAtTheRoot() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            String all = self.reduce(group, rank + " ", String::concat, root);
            assertThat(all).isEqualTo(rank == root ? String.join("", names(group.size(), " ")) : null);
        });
    }

    @Test
    void shouldReduceInRankOrderAtEveryMember() {
        forEachSize((self, group, rank, size) -> assertThat(self.allReduce(group, rank + " ", String::concat))
                .isEqualTo(String.join("", names(size, " "))));
    }

    @Test
    void shouldReduceToTheSameBitsForEveryRootAndMember() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            double[] mine = {Math.pow(10, rank * 5 - 16) / 3, -Math.pow(7, 20 - rank * 3)};
            double[] everywhere = self.allReduce(group, mine, Reductions.sum());
            double[] atRoot = self.reduce(group, mine, Reductions.sum(), root);
            List<double[]> gathered = self.allGather(group, everywhere);

            assertThat(gathered).allSatisfy(other -> assertThat(other).isEqualTo(everywhere));
            if (rank == root) {
                assertThat(atRoot).isEqualTo(everywhere);
            }
        });
    }

    @Test
    void shouldReduceWithPredefinedOperators() {
        forEachSize((self, group, rank, size) -> {
            int last = size - 1;
            assertThat(self.allReduce(group, rank + 1, Reductions.sum())).isEqualTo(size * (size + 1) / 2);
            assertThat(self.allReduce(group, 2L, Reductions.product())).isEqualTo(1L << size);
            assertThat(self.allReduce(group, rank * 1.5, Reductions.max())).isEqualTo(last * 1.5);
            assertThat(self.allReduce(group, "m" + rank, Reductions.min())).isEqualTo("m0");
            assertThat(self.allReduce(group, rank == last, Reductions.logicalOr()))
                    .isTrue();
            assertThat(self.allReduce(group, 1 << rank, Reductions.bitwiseOr())).isEqualTo((1 << size) - 1);
            assertThat(self.allReduce(group, new Located<>(rank / 2, rank), Reductions.maxLocation()))
                    .isEqualTo(new Located<>(last / 2, last / 2 * 2));
            assertThat(self.allReduce(group, new int[] {rank, -rank}, Reductions.max()))
                    .containsExactly(last, 0);
        });
    }

    @Test
    void shouldLetOperatorChangeAndReturnEitherArgument() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] mine = {rank};
            int[] sum = self.reduce(
                    group,
                    mine,
                    (left, right) -> {
                        right[0] += left[0];
                        left[0] = -1_000;
                        return right;
                    },
                    root);
            assertThat(mine).containsExactly(rank);
            int[] kept = self.allReduce(group, mine, (left, right) -> left);
            kept[0] = 77;
            assertThat(mine).containsExactly(rank);
            if (rank == root) {
                assertThat(sum).containsExactly(group.size() * (group.size() - 1) / 2);
            }
        });
    }

    @Test
    void shouldGiveEveryMemberAResultOfItsOwn() {
        forEachSize((self, group, rank, size) -> {
            int[] sum = self.allReduce(group, new int[] {1}, Reductions.sum());
            List<int[]> all = self.allGather(group, new int[] {rank});
            List<int[]> exchanged = self.allToAll(group, arrays(size, rank));

            self.barrier(group);
            sum[0] += rank;
            all.forEach(array -> array[0] += 100 * rank);
            exchanged.forEach(array -> array[0] += 100 * rank);
            self.barrier(group);

            assertThat(sum).containsExactly(size + rank);
            for (int i = 0; i < size; i++) {
                assertThat(all.get(i)).containsExactly(i + 100 * rank);
                assertThat(exchanged.get(i)).containsExactly(i + 100 * rank);
            }
        });
    }

    private static List<int[]> arrays(int size, int value) {
        return IntStream.range(0, size).mapToObj(i -> new int[] {value}).toList();
    }

    @Test
    void shouldReduceNulls() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            Integer count = self.<Integer>allReduce(
                    group, null, (left, right) -> (left == null ? 1 : left) + (right == null ? 1 : right));
            assertThat(count).isEqualTo(group.size() == 1 ? null : Integer.valueOf(group.size()));
        });
    }

    @Test
    void shouldScatterArrayInBlocks() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] data = IntStream.range(0, 10).toArray();
            int[] mine = self.scatter(group, rank == root ? DividableArray.of(data) : null, root);
            assertThat(mine).isEqualTo(DividableArray.of(data).elementAt(rank, group.size()));
        });
    }

    @Test
    void shouldScatterAndGatherOneObjectForEachMember() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int size = group.size();
            String mine = self.scatter(group, rank == root ? PerRank.of(names(size, " of " + root)) : null, root);
            assertThat(mine).isEqualTo(rank + " of " + root);

            List<String> all = self.gather(group, mine, root);
            assertThat(all).isEqualTo(rank == root ? names(size, " of " + root) : null);
        });
    }

    @Test
    void shouldScatterNulls() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            List<String> parts = Arrays.asList(new String[group.size()]);
            assertThat(self.<String>scatter(group, rank == root ? PerRank.of(parts) : null, root))
                    .isNull();
        });
    }

    @Test
    void shouldGatherArrayFromBlocks() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] expected = IntStream.range(0, 11).toArray();
            int[] mine = DividableArray.of(expected).elementAt(rank, group.size());
            DividableArray<int[]> target = rank == root ? DividableArray.of(new int[11]) : null;

            DividableArray<int[]> result = self.gather(group, target, mine, root);

            assertThat(result).isSameAs(target);
            if (result != null) {
                assertThat(result.array()).isEqualTo(expected);
            }
        });
    }

    @Test
    void shouldGatherRaggedAndNullContributions() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] mine = rank == 1 ? null : new int[rank * 3];
            List<int[]> gathered = self.gather(group, mine, root);
            if (rank == root) {
                assertRagged(gathered, group.size());
            } else {
                assertThat(gathered).isNull();
            }
        });
    }

    @Test
    void shouldAllGatherRaggedAndNullContributions() {
        forEachSize((self, group, rank, size) -> {
            int[] mine = rank == 1 ? null : new int[rank * 3];
            List<int[]> gathered = self.allGather(group, mine);
            assertRagged(gathered, size);
            assertThat(gathered.get(rank)).isSameAs(mine);
        });
    }

    private static void assertRagged(List<int[]> gathered, int size) {
        assertThat(gathered).hasSize(size);
        for (int i = 0; i < size; i++) {
            assertThat(gathered.get(i)).isEqualTo(i == 1 ? null : new int[i * 3]);
        }
    }

    @Test
    void shouldAllGatherIntoObjectOfEveryMember() {
        forEachSize((self, group, rank, size) -> {
            List<String> expected = names(13, "");
            DividableList<String> target = DividableList.of(Arrays.asList(new String[13]));
            List<String> mine = DividableList.of(expected).elementAt(rank, size);

            DividableList<String> result = self.allGather(group, target, mine);

            assertThat(result).isSameAs(target);
            assertThat(result.list()).isEqualTo(expected);
        });
    }

    @Test
    void shouldExchangeAllToAll() {
        forEachSize((self, group, rank, size) -> {
            List<String> received = self.allToAll(group, names(size, " from " + rank));
            assertThat(received)
                    .isEqualTo(IntStream.range(0, size)
                            .mapToObj(from -> rank + " from " + from)
                            .toList());
        });
    }

    @Test
    void shouldExchangeBlocksOfArraysAllToAll() {
        forEachSize((self, group, rank, size) -> {
            int[] rows = new int[2 * size];
            Arrays.fill(rows, rank);
            DividableArray<int[]> result =
                    self.allToAll(group, DividableArray.of(rows), DividableArray.of(new int[2 * size]));
            assertThat(result.array())
                    .isEqualTo(IntStream.range(0, 2 * size).map(i -> i / 2).toArray());
        });
    }

    @Test
    void shouldExchangeRaggedAndLargePartsAllToAll() {
        forEachSize((self, group, rank, size) -> {
            List<long[]> parts = IntStream.range(0, size)
                    .mapToObj(to -> to % 2 == 0 ? large(rank) : new long[rank])
                    .toList();
            List<long[]> received = self.allToAll(group, parts);
            for (int from = 0; from < size; from++) {
                assertThat(received.get(from)).isEqualTo(rank % 2 == 0 ? large(from) : new long[from]);
            }
        });
    }

    @Test
    void shouldRunManyOperationsBackToBack() {
        job.run(8, (self, group, rank) -> {
            int sum = 0;
            for (int i = 0; i < 300; i++) {
                sum += self.broadcast(group, i, i % 8);
                sum += self.allReduce(group, 1, Integer::sum);
                self.gather(group, i, (i + 3) % 8);
            }
            assertThat(sum).isEqualTo(299 * 150 + 300 * 8);
            return null;
        });
    }

    @Test
    void shouldShowBothSidesWhenCallsDoNotMatch() {
        job.run(2, (self, group, rank) -> {
            self.barrier(group);
            assertThatThrownBy(() -> {
                        if (rank == 0) {
                            self.allGather(group, "x");
                        } else {
                            self.barrier(group);
                        }
                    })
                    .isInstanceOf(MismatchedCallException.class)
                    .hasMessageContainingAll(
                            "here rank=" + rank,
                            "rank=" + (1 - rank) + " process=",
                            "called allGather",
                            "called barrier");
            return null;
        });
    }

    @Test
    void shouldShowBothRootsWhenTheyDiffer() {
        job.run(4, (self, group, rank) -> {
            if (rank == 3) {
                assertThatThrownBy(() -> self.broadcast(group, "x", 1))
                        .isInstanceOf(MismatchedCallException.class)
                        .hasMessageContainingAll("here rank=3 called broadcast root=1", "called broadcast root=0");
            } else {
                self.broadcast(group, "x", 0);
            }
            return null;
        });
    }

    @Test
    void shouldRefuseListOfWrongSizeAtTheRoot() {
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                assertThatThrownBy(() -> self.scatter(group, PerRank.of(List.of(1, 2, 3)), 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContainingAll("objects=3", "members=2");
            }
            return null;
        });
    }
}

package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableList;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;

/** Scatter, gather, allGather and allToAll, as a member calls them. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2, 4})
class ScatterGatherTest extends EachSizeAndRoot {
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

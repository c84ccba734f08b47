package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableDataObject;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;

/** Barrier, allReduce, allGather and allToAll, and all operations one after the other. */
class UnrootedCollectivesTest extends GroupTest {

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldLetNobodyPassABarrierBeforeAllHaveCome(int processes, int size) {
        AtomicInteger come = new AtomicInteger();
        run(processes, size, member -> {
            for (int round = 1; round <= 50; round++) {
                come.incrementAndGet();
                member.collectives().barrier();
                // some may have come to the next barrier already, but no one to the one after it
                assertThat(come.get()).isBetween(round * size, (round + 1) * size);
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldAllReduceInRankOrder(int processes, int size) {
        String expected = String.join(
                "", IntStream.range(0, size).mapToObj(Integer::toString).toList());
        List<Object> results = run(
                processes,
                size,
                member -> member.collectives()
                        .allReduce(Integer.toString(member.rank()), (left, right) -> left + "" + right));

        assertThat(results).hasSize(size).containsOnly(expected);
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldAllGatherWhateverEachContributes(int processes, int size) {
        run(processes, size, member -> {
            for (Sample sample : Sample.values()) {
                Object mine = sample.of(member.rank(), 1);
                PerRank<@Nullable Object> target = PerRank.empty();
                member.collectives().allGather(target, mine);
                assertThat(target.list()).hasSize(size);
                assertThat(target.list().get(member.rank())).isSameAs(mine);
                for (int rank = 0; rank < size; rank++) {
                    assertThat(same(target.list().get(rank), sample.of(rank, 1)))
                            .as("%s from rank=%d at rank=%d", sample, rank, member.rank())
                            .isTrue();
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldAllGatherRaggedAndEmptyContributions(int processes, int size) {
        run(processes, size, member -> {
            for (int shift = 0; shift < 3; shift++) {
                PerRank<@Nullable Object> target = PerRank.empty();
                member.collectives().allGather(target, ragged(member.rank(), shift));
                for (int rank = 0; rank < size; rank++) {
                    assertThat((int[]) target.list().get(rank)).isEqualTo(ragged(rank, shift));
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldGiveEachMemberContributionsOfItsOwn(int processes, int size) {
        run(processes, size, member -> {
            PerRank<@Nullable Object> target = PerRank.empty();
            member.collectives().allGather(target, new int[] {member.rank()});
            for (Object each : target.list()) {
                ((int[]) each)[0] += 100 * member.rank();
            }
            member.collectives().barrier(); // now all have written
            for (int rank = 0; rank < size; rank++) {
                assertThat((int[]) target.list().get(rank)).containsExactly(rank + 100 * member.rank());
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldExchangeAllToAll(int processes, int size) {
        run(processes, size, member -> {
            for (Sample sample : Sample.values()) {
                List<@Nullable Object> parts = new ArrayList<>();
                IntStream.range(0, size).forEach(to -> parts.add(sample.of(member.rank(), to)));
                PerRank<@Nullable Object> target = PerRank.empty();
                member.collectives().allToAll(PerRank.of(parts), target);
                assertThat(target.list().get(member.rank())).isSameAs(parts.get(member.rank()));
                for (int from = 0; from < size; from++) {
                    assertThat(same(target.list().get(from), sample.of(from, member.rank())))
                            .as("%s from rank=%d to rank=%d", sample, from, member.rank())
                            .isTrue();
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldExchangeAllToAllInPlace(int processes, int size) {
        run(processes, size, member -> {
            int[] matrixRow =
                    IntStream.range(0, size).map(to -> 10 * member.rank() + to).toArray();
            DividableDataObject<@Nullable Object> row = RootedCollectivesTest.untyped(DividableArray.of(matrixRow));
            member.collectives().allToAll(row, row);

            assertThat(matrixRow)
                    .isEqualTo(IntStream.range(0, size)
                            .map(from -> 10 * from + member.rank())
                            .toArray());
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldKeepAnyMixtureOfOperationsApart(int processes, int size) {
        run(processes, size, member -> {
            Random random = new Random(size); // the same for all members
            int rank = member.rank();
            for (int call = 0; call < 200; call++) {
                int root = random.nextInt(size);
                String mine = call + ":" + rank;
                PerRank<@Nullable Object> target = PerRank.empty();
                switch (random.nextInt(8)) {
                    case 0 -> member.collectives().barrier();
                    case 1 ->
                        assertThat(member.collectives().broadcast(mine, root)).isEqualTo(call + ":" + root);
                    case 2 ->
                        assertThat(member.collectives().reduce(1, Reductions.sum(), root))
                                .isEqualTo(rank == root ? size : null);
                    case 3 ->
                        assertThat(member.collectives().allReduce(rank, Reductions.max()))
                                .isEqualTo(size - 1);
                    case 4 -> {
                        List<@Nullable Object> parts = new ArrayList<>();
                        for (int to = 0; to < size; to++) {
                            parts.add(call + ":" + to);
                        }
                        assertThat(member.collectives().scatter(PerRank.of(parts), root))
                                .isEqualTo(mine);
                    }
                    case 5 -> {
                        member.collectives().gather(target, mine, root);
                        assertThat(target.list()).isEqualTo(rank == root ? expected(call, size) : List.of());
                    }
                    case 6 -> {
                        member.collectives().allGather(target, mine);
                        assertThat(target.list()).isEqualTo(expected(call, size));
                    }
                    default -> {
                        List<@Nullable Object> parts = new ArrayList<>();
                        for (int to = 0; to < size; to++) {
                            parts.add(mine);
                        }
                        member.collectives().allToAll(PerRank.of(parts), target);
                        assertThat(target.list()).isEqualTo(expected(call, size));
                    }
                }
            }
            return null;
        });
    }

    private static List<String> expected(int call, int size) {
        return IntStream.range(0, size).mapToObj(rank -> call + ":" + rank).toList();
    }

    private static int[] ragged(int rank, int shift) {
        return IntStream.range(0, (rank + shift) % 3 * 1000).map(i -> i * rank).toArray();
    }
}

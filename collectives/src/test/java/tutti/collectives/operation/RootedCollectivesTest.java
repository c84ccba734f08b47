package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;

/** Broadcast, reduce, scatter and gather, from and at every root. */
class RootedCollectivesTest extends GroupTest {

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldBroadcastFromEveryRoot(int processes, int size) {
        run(processes, size, member -> {
            for (Sample sample : Sample.values()) {
                for (int root = 0; root < size; root++) {
                    Object mine = sample.of(member.rank(), root);
                    Object got = member.collectives().broadcast(mine, root);
                    assertThat(same(got, sample.of(root, root)))
                            .as("%s root=%d rank=%d", sample, root, member.rank())
                            .isTrue();
                    if (member.rank() == root) {
                        assertThat(got).isSameAs(mine);
                    }
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldGiveEachMemberACopyOfItsOwn(int processes, int size) {
        run(processes, size, member -> {
            for (int root = 0; root < size; root++) {
                int[] got = (int[]) member.collectives().broadcast(new int[] {root}, root);
                assertThat(got).containsExactly(root);
                got[0] = 1000 + member.rank();
                member.collectives().barrier(); // now all have written
                assertThat(got).containsExactly(1000 + member.rank());
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldCaptureBeforeTheRootGoesOn(int processes, int size) {
        run(processes, size, member -> {
            int[] value = new int[100_000];
            for (int call = 0; call < 20; call++) {
                Arrays.fill(value, member.rank() == 0 ? call : -1);
                int[] got = (int[]) member.collectives().broadcast(value, 0);
                int expected = call;
                assertThat(Arrays.stream(got).allMatch(element -> element == expected))
                        .as("call=%d, while the root is filling its array anew", call)
                        .isTrue();
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldReduceInRankOrderAtEveryRoot(int processes, int size) {
        String expected = String.join(
                "", IntStream.range(0, size).mapToObj(rank -> "<" + rank + ">").toList());
        run(processes, size, member -> {
            for (int root = 0; root < size; root++) {
                Object got = member.collectives()
                        .reduce("<" + member.rank() + ">", (left, right) -> left + "" + right, root);
                assertThat(got).isEqualTo(member.rank() == root ? expected : null);
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldReduceLargeArraysAndNulls(int processes, int size) {
        int[] expected = new int[1 << 18];
        for (int rank = 0; rank < size; rank++) {
            int[] one = (int[]) Sample.MEBIBYTE.of(rank, 0);
            Arrays.setAll(expected, i -> expected[i] + one[i]);
        }
        run(processes, size, member -> {
            for (int root = 0; root < size; root++) {
                Object sum = member.collectives().reduce(Sample.MEBIBYTE.of(member.rank(), 0), Reductions.sum(), root);
                assertThat(same(sum, member.rank() == root ? expected : null)).isTrue();
                Object count = member.collectives()
                        .reduce(null, (left, right) -> left == null && right == null ? null : "not null", root);
                assertThat(count).isNull();
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldScatterFromEveryRoot(int processes, int size) {
        run(processes, size, member -> {
            for (Sample sample : Sample.values()) {
                for (int call = 0; call < size; call++) {
                    int root = call;
                    List<@Nullable Object> parts = new ArrayList<>();
                    IntStream.range(0, size).forEach(rank -> parts.add(sample.of(rank, root)));
                    boolean isRoot = member.rank() == root;
                    Object got = member.collectives().scatter(isRoot ? PerRank.of(parts) : null, root);
                    assertThat(same(got, parts.get(member.rank())))
                            .as("%s root=%d rank=%d", sample, root, member.rank())
                            .isTrue();
                    if (isRoot) {
                        assertThat(got).isSameAs(parts.get(root));
                    }
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldScatterAndGatherBlocksOfAnArray(int processes, int size) {
        int elements = 100;
        run(processes, size, member -> {
            for (int root = 0; root < size; root++) {
                boolean isRoot = member.rank() == root;
                int[] data = IntStream.range(0, elements).toArray();
                int[] block =
                        (int[]) member.collectives().scatter(isRoot ? untyped(DividableArray.of(data)) : null, root);
                Partition partition = new Partition(elements, size);
                int offset = partition.offset(member.rank());
                assertThat(block).isEqualTo(Arrays.copyOfRange(data, offset, offset + partition.size(member.rank())));

                Arrays.setAll(block, i -> block[i] * 2);
                int[] gathered = new int[elements];
                member.collectives().gather(isRoot ? untyped(DividableArray.of(gathered)) : null, block, root);
                assertThat(gathered)
                        .isEqualTo(IntStream.range(0, elements)
                                .map(i -> isRoot ? 2 * i : 0)
                                .toArray());
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldGatherAtEveryRoot(int processes, int size) {
        run(processes, size, member -> {
            for (Sample sample : Sample.values()) {
                for (int root = 0; root < size; root++) {
                    boolean isRoot = member.rank() == root;
                    Object mine = sample.of(member.rank(), root);
                    PerRank<@Nullable Object> target = PerRank.empty();
                    member.collectives().gather(isRoot ? target : null, mine, root);
                    if (isRoot) {
                        assertThat(target.list()).hasSize(size);
                        assertThat(target.list().get(root)).isSameAs(mine);
                        for (int rank = 0; rank < size; rank++) {
                            assertThat(same(target.list().get(rank), sample.of(rank, root)))
                                    .as("%s root=%d from rank=%d", sample, root, rank)
                                    .isTrue();
                        }
                    }
                }
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldUseTheDividableObjectAtTheRootOnlyAndInOrder(int processes, int size) {
        run(processes, size, member -> {
            for (int root = 0; root < size; root++) {
                Recording recording = new Recording();
                member.collectives().scatter(recording, root);
                member.collectives().gather(recording, "mine", root);
                List<String> expected = new ArrayList<>();
                if (member.rank() == root) {
                    IntStream.range(0, size).forEach(rank -> expected.add("get %d of %d".formatted(rank, size)));
                    IntStream.range(0, size).forEach(rank -> expected.add("set %d of %d".formatted(rank, size)));
                }
                assertThat(recording.calls).isEqualTo(expected);
            }
            return null;
        });
    }

    @SuppressWarnings("unchecked") // as the front door does
    static DividableDataObject<@Nullable Object> untyped(DividableDataObject<?> data) {
        return (DividableDataObject<@Nullable Object>) Objects.requireNonNull(data);
    }

    private static final class Recording implements DividableDataObject<@Nullable Object> {
        private final List<String> calls = new ArrayList<>();

        @Override
        public Object elementAt(int index, int groupSize) {
            calls.add("get %d of %d".formatted(index, groupSize));
            return index;
        }

        @Override
        public void setElementAt(int index, int groupSize, @Nullable Object element) {
            calls.add("set %d of %d".formatted(index, groupSize));
        }
    }
}

package tutti.collectives.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BinomialTreeTest {

    static IntStream sizes() {
        return IntStream.rangeClosed(1, 33);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldGiveEveryMemberButTheRootOneParent(int size) {
        for (int root = 0; root < size; root++) {
            List<BinomialTree> tree = tree(size, root);
            for (int rank = 0; rank < size; rank++) {
                int parent = tree.get(rank).parent();
                assertThat(tree.get(rank).isRoot()).isEqualTo(rank == root);
                assertThat(parent).isEqualTo(rank == root ? -1 : parentOf(rank, tree));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldGiveEachChildConsecutiveRanksOfItsOwn(int size) {
        for (int root = 0; root < size; root++) {
            List<BinomialTree> tree = tree(size, root);
            assertThat(tree.get(root).blockStart()).isZero();
            assertThat(tree.get(root).blockEnd()).isEqualTo(size);
            for (int rank = 0; rank < size; rank++) {
                assertPartition(rank, tree.get(rank));
                for (BinomialTree.Child child : tree.get(rank).children()) {
                    BinomialTree below = tree.get(child.rank());
                    assertThat(below.blockStart()).isEqualTo(child.blockStart());
                    assertThat(below.blockEnd()).isEqualTo(child.blockEnd());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldJoinNeighboursInEveryRound(int size) {
        for (int root = 0; root < size; root++) {
            for (int rank = 0; rank < size; rank++) {
                int start = rank;
                int end = rank + 1;
                for (BinomialTree.Child child :
                        BinomialTree.of(rank, size, root).children()) {
                    assertThat(child.blockStart() == end || child.blockEnd() == start)
                            .as("size=%d root=%d rank=%d: %s beside [%d, %d)", size, root, rank, child, start, end)
                            .isTrue();
                    start = Math.min(start, child.blockStart());
                    end = Math.max(end, child.blockEnd());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldBeNoDeeperThanTheLogarithm(int size) {
        int limit = log2RoundedUp(size);
        for (int root = 0; root < size; root++) {
            List<BinomialTree> tree = tree(size, root);
            for (int rank = 0; rank < size; rank++) {
                int depth = 0;
                for (int at = rank; at != root; at = tree.get(at).parent()) {
                    depth++;
                    assertThat(depth).isLessThanOrEqualTo(limit);
                }
                assertThat(tree.get(rank).children()).hasSizeLessThanOrEqualTo(limit);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldListTheLargestSubtreeFirst(int size) {
        for (int root = 0; root < size; root++) {
            BinomialTree tree = BinomialTree.of(root, size, root);
            assertThat(tree.largestFirst())
                    .containsExactlyElementsOf(tree.children().reversed());
        }
    }

    /** The bound that docs/algorithms.md gives, for sizes at which counting real messages would take too long. */
    @ParameterizedTest
    @MethodSource("manySizes")
    void shouldMoveNoMoreThanTheBound(int size) {
        for (int root = 0; root < size; root++) {
            long contributions = tree(size, root).stream()
                    .filter(member -> !member.isRoot())
                    .mapToLong(member -> member.blockEnd() - member.blockStart())
                    .sum();
            assertThat(2 * contributions).isLessThanOrEqualTo((long) size * (log2RoundedUp(size) + 1));
        }
    }

    static IntStream manySizes() {
        return IntStream.of(31, 32, 33, 63, 65, 100, 127, 129, 200, 255, 256, 257);
    }

    /** The member's own rank and its children's blocks are exactly its block. */
    private static void assertPartition(int rank, BinomialTree tree) {
        List<Integer> ranks = new ArrayList<>(List.of(rank));
        tree.children()
                .forEach(child ->
                        IntStream.range(child.blockStart(), child.blockEnd()).forEach(ranks::add));
        assertThat(ranks)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(tree.blockStart(), tree.blockEnd())
                        .boxed()
                        .toList());
    }

    private static int parentOf(int rank, List<BinomialTree> tree) {
        List<Integer> parents = IntStream.range(0, tree.size())
                .filter(other -> tree.get(other).children().stream().anyMatch(child -> child.rank() == rank))
                .boxed()
                .toList();
        assertThat(parents).as("parents of %d", rank).hasSize(1);
        return parents.getFirst();
    }

    private static List<BinomialTree> tree(int size, int root) {
        return IntStream.range(0, size)
                .mapToObj(rank -> BinomialTree.of(rank, size, root))
                .toList();
    }

    private static int log2RoundedUp(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }
}

package tutti.collectives.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TreeBlocksTest {

    @Test
    void shouldBeOneBlockWhereAllRanksLive() {
        for (int size = 1; size <= 33; size++) {
            TreeBlocks blocks = TreeBlocks.of(IntStream.range(0, size).toArray(), size);
            assertThat(blocks.count()).isEqualTo(1);
            assertThat(blocks.of(size - 1)).isEqualTo(new TreeBlocks.Block(0, 0, size, 0));
        }
    }

    @Test
    void shouldHoldEachRankInABlockThatTheTreeKnows() {
        for (int size = 1; size <= 20; size++) {
            for (int from = 0; from < size; from++) {
                for (int to = from + 1; to <= size; to++) {
                    TreeBlocks blocks = TreeBlocks.of(IntStream.range(from, to).toArray(), size);
                    for (int rank = from; rank < to; rank++) {
                        TreeBlocks.Block block = blocks.of(rank);
                        assertThat(block.contains(rank)).isTrue();
                        assertThat(block.start()).isGreaterThanOrEqualTo(from);
                        assertThat(block.end()).isLessThanOrEqualTo(to);
                        int[] tree = blockOf(block.start(), block.end(), size);
                        assertThat(tree).containsExactly(block.start(), block.end());
                    }
                }
            }
        }
    }

    @Test
    void shouldHaveABlockForEachRankThatIsAlone() {
        TreeBlocks blocks = TreeBlocks.of(new int[] {1, 3, 6, 7}, 8);
        assertThat(blocks.count()).isEqualTo(3);
        assertThat(blocks.of(7)).isEqualTo(new TreeBlocks.Block(2, 6, 8, 2));
    }

    /** The smallest block of the tree that holds a range. */
    private static int[] blockOf(int start, int end, int size) {
        for (int length = 1; ; length *= 2) {
            int low = start - start % length;
            int high = Math.min(low + length, size);
            if (low <= start && end <= high) {
                return new int[] {low, high};
            }
        }
    }
}

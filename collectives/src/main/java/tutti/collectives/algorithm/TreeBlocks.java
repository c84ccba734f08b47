package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of one process as the largest blocks that the {@link BinomialTree} knows: the parts of a reduction that the
 * process can compute by itself without changing its association order.
 *
 * <p>A block begins at a multiple of some 2^k, and holds 2^k ranks or all that are left. A process that hosts all ranks
 * has one block; one whose ranks are odd ones has a block for each.
 */
public final class TreeBlocks {
    private final Block[] blocks;

    private TreeBlocks(List<Block> blocks) {
        this.blocks = blocks.toArray(Block[]::new);
    }

    /**
     * Consecutive ranks of one process.
     *
     * @param number position among the process' blocks
     * @param start first rank
     * @param end one past the last rank
     * @param firstIndex position of the first rank among all ranks of the process
     */
    public record Block(int number, int start, int end, int firstIndex) {

        public int size() {
            return end - start;
        }

        public boolean contains(int rank) {
            return rank >= start && rank < end;
        }

        /** Returns the position of a rank of this block among all ranks of the process. */
        public int index(int rank) {
            return firstIndex + rank - start;
        }

        /** Returns the rank that holds this block in the tree to a root. */
        public int holder(int root) {
            return contains(root) ? root : start;
        }
    }

    /** Divides ranks, which ascend, of a group of some size. */
    public static TreeBlocks of(int[] ranks, int groupSize) {
        List<Block> blocks = new ArrayList<>();
        int index = 0;
        while (index < ranks.length) {
            int start = ranks[index];
            int length = 1;
            for (long doubled = 2; start % doubled == 0 && doubled < 2L * groupSize; doubled *= 2) {
                int longer = (int) Math.min(doubled, groupSize - start);
                int last = index + longer - 1;
                if (last >= ranks.length || ranks[last] != start + longer - 1) {
                    break;
                }
                length = longer;
            }
            blocks.add(new Block(blocks.size(), start, start + length, index));
            index += length;
        }
        return new TreeBlocks(blocks);
    }

    public int count() {
        return blocks.length;
    }

    /** Returns the block that holds a rank of the process. */
    public Block of(int rank) {
        int low = 0;
        int high = blocks.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (blocks[middle].start() <= rank) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return blocks[low];
    }

    @Override
    public String toString() {
        return Arrays.toString(blocks);
    }
}

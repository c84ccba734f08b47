package tutti.examples.cg;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One member's part of an iterate; no one changes it. */
final class Block implements Serializable {
    private static final long serialVersionUID = 1;

    private final int iteration;
    private final int first;
    private final double[] x;

    /**
     * Makes a block.
     *
     * @param iteration after how many iterations it was taken
     * @param first index of its first element
     * @param x the elements, no longer the caller's
     */
    Block(int iteration, int first, double[] x) {
        this.iteration = iteration;
        this.first = first;
        this.x = x;
    }

    int iteration() {
        return iteration;
    }

    double[] x() {
        return x;
    }

    /**
     * Returns the elements of the latest iterate of which every element is there, by its iteration; null if there is
     * none.
     */
    static @Nullable Block latestWhole(List<Block> blocks, int size) {
        int[] iterations =
                blocks.stream().mapToInt(Block::iteration).distinct().sorted().toArray();
        for (int i = iterations.length - 1; i >= 0; i--) {
            Block whole = whole(blocks, iterations[i], size);
            if (whole != null) {
                return whole;
            }
        }
        return null;
    }

    private static @Nullable Block whole(List<Block> blocks, int iteration, int size) {
        double[] x = new double[size];
        boolean[] present = new boolean[size];
        int count = 0;
        for (Block block : blocks) {
            for (int i = 0; block.iteration == iteration && i < block.x.length; i++) {
                int at = block.first + i;
                x[at] = block.x[i];
                count += present[at] ? 0 : 1;
                present[at] = true;
            }
        }
        return count == size ? new Block(iteration, 0, x) : null;
    }
}

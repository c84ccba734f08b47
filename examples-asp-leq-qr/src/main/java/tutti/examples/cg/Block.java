package tutti.examples.cg;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One member's part of the vectors of an iteration, x first; no one changes them. */
final class Block implements Serializable {
    private static final long serialVersionUID = 1;

    private final int iteration;
    private final int first;
    private final double[][] vectors; // all equally long

    /**
     * Makes a block.
     *
     * @param iteration after how many iterations it was taken
     * @param first index of its first element
     * @param vectors the elements, no longer the caller's
     */
    Block(int iteration, int first, double[]... vectors) {
        this.iteration = iteration;
        this.first = first;
        this.vectors = vectors;
    }

    int iteration() {
        return iteration;
    }

    double[] x() {
        return vectors[0];
    }

    /** Returns a copy of a vector, to be changed. */
    double[] copy(int vector) {
        return vectors[vector].clone();
    }

    /** Returns a part of a block of all rows. */
    Block rows(int from, int to) {
        double[][] parts = new double[vectors.length][];
        Arrays.setAll(parts, vector -> Arrays.copyOfRange(vectors[vector], from, to));
        return new Block(iteration, from, parts);
    }

    /**
     * Returns the vectors of the latest iteration of which every element is there, by its iteration; null if there is
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
        double[][] all = new double[blocks.getFirst().vectors.length][size];
        boolean[] present = new boolean[size];
        int count = 0;
        for (Block block : blocks) {
            if (block.iteration == iteration) {
                for (int vector = 0; vector < all.length; vector++) {
                    System.arraycopy(block.vectors[vector], 0, all[vector], block.first, block.x().length);
                }
                for (int at = block.first; at < block.first + block.x().length; at++) {
                    count += present[at] ? 0 : 1;
                    present[at] = true;
                }
            }
        }
        return count == size ? new Block(iteration, 0, all) : null;
    }
}

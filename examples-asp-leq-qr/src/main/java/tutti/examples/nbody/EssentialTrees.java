package tutti.examples.nbody;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one member sends another: the trees of its cells, each with as much as the other's bodies need to know of it
 * (locally essential trees; J. K. Salmon, 1991).
 */
final class EssentialTrees implements Serializable {
    private static final long serialVersionUID = 1;

    private final int[] leaves;
    private final Cell[] trees;

    private EssentialTrees(int[] leaves, Cell... trees) {
        this.leaves = leaves;
        this.trees = trees;
    }

    /**
     * Cuts trees for bodies in a box.
     *
     * @param trees of all leaves of the upper part; null where there is nothing of this member's
     */
    static EssentialTrees of(List<@Nullable Cell> trees, Box box) {
        int[] leaves = new int[trees.size()];
        Cell[] cut = new Cell[trees.size()];
        int count = 0;
        for (int leaf = 0; leaf < trees.size(); leaf++) {
            Cell tree = trees.get(leaf);
            if (tree != null) {
                leaves[count] = leaf;
                cut[count++] = tree.essentialFor(box);
            }
        }
        return new EssentialTrees(Arrays.copyOf(leaves, count), Arrays.copyOf(cut, count));
    }

    void addTo(List<@Nullable Cell> all) {
        for (int i = 0; i < leaves.length; i++) {
            all.set(leaves[i], trees[i]);
        }
    }
}

package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.List;

/**
 * One member's place in a binomial tree whose subtrees hold consecutive ranks, whatever the root.
 *
 * <p>In round k the ranks are seen as blocks of 2^k. Each block has a holder: the root if it lies in the block, else
 * the block's first rank. Two neighbouring blocks become one when one of their holders hands over to the other, so the
 * tree has ceil(log2 size) rounds and size - 1 edges. Subtrees of consecutive ranks are what lets reductions keep rank
 * order and gathers concatenate, for every root; a tree over ranks relative to the root would not.
 *
 * @param parent rank that this member's block is handed to, or -1 at the root
 * @param children members that hand their blocks to this one, in the order of the rounds
 * @param blockStart first rank of the block that this member ends up holding
 * @param blockEnd one past its last rank
 */
public record BinomialTree(int parent, List<Child> children, int blockStart, int blockEnd) {

    /** A member below this one, and the consecutive ranks that its subtree holds. */
    public record Child(int rank, int blockStart, int blockEnd) {}

    /** Computes the place of a rank. */
    public static BinomialTree of(int rank, int size, int root) {
        List<Child> children = new ArrayList<>();
        int start = rank;
        int end = rank + 1;
        for (int half = 1; half < size; half *= 2) {
            int low = start - start % (2 * half);
            int middle = low + half;
            int high = Math.min(low + 2 * half, size);
            if (middle < size) { // else the block has no neighbour in this round
                int leftHolder = holder(low, middle, root);
                int rightHolder = holder(middle, high, root);
                int other = rank == leftHolder ? rightHolder : leftHolder;
                if (holder(low, high, root) != rank) {
                    return new BinomialTree(other, List.copyOf(children), start, end);
                }
                children.add(other == rightHolder ? new Child(other, middle, high) : new Child(other, low, middle));
                start = low;
                end = high;
            }
        }
        return new BinomialTree(-1, List.copyOf(children), start, end);
    }

    /** Returns whether this member has no parent. */
    boolean isRoot() {
        return parent < 0;
    }

    /**
     * Returns the children with the largest subtree first: the order in which a root starts work at most members
     * soonest.
     */
    public List<Child> largestFirst() {
        return children.reversed();
    }

    private static int holder(int start, int end, int root) {
        return root >= start && root < end ? root : start;
    }
}

package tutti.collectives.local;

import tutti.collectives.algorithm.TreeBlocks;
import tutti.messaging.runtime.LocalMembers;

/**
 * Which process hosts which members of a group, seen from one of the processes.
 *
 * <p>Processes have positions, from 0 on, in the order of their lowest ranks. The leader of a process exchanges
 * messages for all its members: it is the root of an operation if that lives there, else the lowest rank. Immutable.
 */
public final class Locality {
    private final LocalMembers neighbours;
    private final int[] leaders;
    private final TreeBlocks blocks;
    private final boolean isRegular;
    private final boolean isEven;
    private final boolean mayShareMemory;

    Locality(LocalMembers neighbours, int groupSize) {
        this.neighbours = neighbours;
        leaders = neighbours.leaders();
        blocks = TreeBlocks.of(neighbours.ranks(), groupSize);
        int share = leaders.length == 1 ? groupSize : leaders[1] - leaders[0];
        boolean isInOrder = isInOrder(neighbours, share, groupSize);
        isRegular = isInOrder && (leaders.length == 1 || Integer.bitCount(share) == 1);
        isEven = isInOrder && groupSize % share == 0;
        mayShareMemory = neighbours.mayShareMemory();
    }

    /** Returns whether each process hosts so many consecutive ranks, where the last may host fewer. */
    private static boolean isInOrder(LocalMembers neighbours, int share, int groupSize) {
        for (int rank = 0; rank < groupSize; rank++) {
            if (neighbours.processOf(rank) != rank / share) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many members live in this process. */
    public int count() {
        return neighbours.count();
    }

    /** Returns the position of a rank of this process among the ranks that live here. */
    public int indexOf(int rank) {
        return neighbours.indexOf(rank);
    }

    /** Returns the rank at a position among those that live here. */
    public int rankAt(int index) {
        return neighbours.rankAt(index);
    }

    /** Returns how many processes host members of the group. */
    public int processes() {
        return leaders.length;
    }

    /** Returns the position of this process. */
    public int process() {
        return neighbours.process();
    }

    /** Returns the position of the process that hosts a rank. */
    public int processOf(int rank) {
        return neighbours.processOf(rank);
    }

    /** Returns the leader of this process in an operation without a root. */
    public int leader() {
        return leaders[neighbours.process()];
    }

    /** Returns the leader of this process in an operation with a root. */
    public int leader(int root) {
        return leaderOf(neighbours.process(), root);
    }

    /** Returns the leader of a process in an operation without a root. */
    public int leaderOf(int process) {
        return leaders[process];
    }

    /** Returns the leader of a process in an operation with a root. */
    public int leaderOf(int process, int root) {
        return neighbours.processOf(root) == process ? root : leaders[process];
    }

    /** Returns whether every member of the group lives in this process. */
    public boolean isWholeGroup() {
        return leaders.length == 1;
    }

    /**
     * Returns whether the processes host equally many consecutive ranks, a power of two of them; the last may host
     * fewer.
     *
     * <p>Then each process is one block of the tree, and a tree over the processes combines the blocks in the order of
     * the tree over all ranks.
     */
    public boolean isRegular() {
        return isRegular;
    }

    /** Returns whether all processes host equally many consecutive ranks. */
    public boolean isEven() {
        return isEven;
    }

    /** Returns whether the processes of the group may share memory; all members get the same answer. */
    public boolean mayShareMemory() {
        return mayShareMemory;
    }

    /** Returns the parts of a reduction that this process can compute by itself. */
    public TreeBlocks blocks() {
        return blocks;
    }
}

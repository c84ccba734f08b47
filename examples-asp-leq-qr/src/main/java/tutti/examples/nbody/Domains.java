package tutti.examples.nbody;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.group.Communicator;

/**
 * Which member has which cells: consecutive ones along the curve, with about as much work as each other member.
 *
 * <p>All members build the same upper part of the octree, and divide its leaves. These are cells that the whole tree
 * would have too, so the tree does not depend on who has what.
 */
final class Domains {
    private static final int LEAVES_FOR_EACH_MEMBER = 50; // at least: a leaf has at most this part of the work

    private final int members;
    private final Node root = new Node(Octant.ALL);
    private final List<Octant> leaves = new ArrayList<>();
    private final int[] owners;

    /** A cell of the upper part. */
    private static final class Node {
        private final Octant octant;
        private final List<Node> parts = new ArrayList<>();
        private long bodies;
        private long work;
        private int leaf;

        Node(Octant octant) {
            this.octant = octant;
        }

        List<Node> divide() {
            for (int index = 0; index < Octant.PARTS; index++) {
                parts.add(new Node(octant.part(index)));
            }
            return parts;
        }
    }

    private Domains(Communicator world, Body... sorted) {
        members = world.size();
        List<Node> level = List.of(root);
        while (!level.isEmpty()) {
            count(world, level, sorted);
            List<Node> next = new ArrayList<>();
            for (Node node : level) {
                if (Octree.hasParts(node.octant, node.bodies)
                        && node.work * members * LEAVES_FOR_EACH_MEMBER > root.work) {
                    next.addAll(node.divide());
                }
            }
            level = next;
        }
        List<Integer> found = new ArrayList<>();
        divide(root, 0, found);
        owners = found.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Divides the cube, alike at all members, each of which gives its bodies, sorted along the curve. */
    static Domains divide(Communicator world, Body... sorted) {
        return new Domains(world, sorted);
    }

    private static void count(Communicator world, List<Node> level, Body... sorted) {
        long[] counts = new long[2 * level.size()];
        for (int i = 0; i < level.size(); i++) {
            int end = level.get(i).octant.end(sorted);
            int start = level.get(i).octant.start(sorted);
            counts[2 * i] = (long) end - start;
            for (int body = start; body < end; body++) {
                counts[2 * i + 1] += sorted[body].work;
            }
        }
        long[] all = world.allReduce(counts, Reductions.sum());
        for (int i = 0; i < level.size(); i++) {
            level.get(i).bodies = all[2 * i];
            level.get(i).work = all[2 * i + 1];
        }
    }

    /** Gives the leaves below a node to members, and returns the work of all leaves so far. */
    private long divide(Node node, long workBefore, List<Integer> found) {
        if (node.parts.isEmpty()) {
            node.leaf = leaves.size();
            leaves.add(node.octant);
            long middle = 2 * workBefore + node.work; // twice the work up to the middle of this leaf
            found.add((int) Math.min(members - 1, middle * members / Math.max(1, 2 * root.work)));
            return workBefore + node.work;
        }
        long work = workBefore;
        for (Node part : node.parts) {
            work = divide(part, work, found);
        }
        return work;
    }

    /** Returns how many bodies all members have. */
    long bodies() {
        return root.bodies;
    }

    /** Returns the leaves along the curve. */
    List<Octant> leaves() {
        return leaves;
    }

    /** Returns who has a leaf. */
    int owner(int leaf) {
        return owners[leaf];
    }

    /** Puts the trees of all leaves together; those of empty leaves are null. */
    Cell join(List<@Nullable Cell> trees, Opening opening) {
        Cell all = join(root, trees, opening);
        if (all == null) {
            throw new IllegalStateException("no bodies");
        }
        return all;
    }

    private static @Nullable Cell join(Node node, List<@Nullable Cell> trees, Opening opening) {
        if (node.parts.isEmpty()) {
            return trees.get(node.leaf);
        }
        List<Cell> parts = new ArrayList<>();
        for (Node part : node.parts) {
            Cell cell = join(part, trees, opening);
            if (cell != null) {
                parts.add(cell);
            }
        }
        return Cell.ofParts(parts, opening, node.octant);
    }
}

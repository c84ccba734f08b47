package tutti.examples.stencil;

import java.util.Arrays;
import tutti.collectives.Partition;
import tutti.examples.support.Checksum;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.Communicator;
import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/**
 * A member's block of a square or a cube of cells, in row-major order, with a layer of one cell around it.
 *
 * <p>In a step each cell gets the mean of its neighbors: 4 on a square, 6 in a cube. The cells beyond the lower border
 * of the first dimension are hot, those beyond the others cold.
 */
final class GridCells {
    private static final double HOT = 100;

    private final CartesianCommunicator grid;
    private final int side; // cells of the whole grid in each dimension
    private final int[] first; // place of this block's first cell in the whole grid
    private final int[] extents; // of the block, with the layer
    private final int row; // distance of neighbors in the last dimension but one
    private final int plane; // and in the one before that
    private double[] now;
    private double[] next;
    private long waitNanos;

    /**
     * Makes this member's block; called by all members.
     *
     * @param dimensions 2 or 3
     * @param side cells in each dimension, at least as many as there are members
     */
    GridCells(Communicator world, int dimensions, int side) {
        this.side = side;
        grid = CartesianCommunicator.of(
                world, CartesianGrid.of(CartesianGrid.dimensions(world.size(), new int[dimensions])));
        first = new int[dimensions];
        extents = new int[dimensions];
        int[] place = grid.coordinates();
        for (int d = 0; d < dimensions; d++) {
            Partition cells = new Partition(side, grid.grid().dimensions()[d]);
            first[d] = cells.offset(place[d]);
            extents[d] = cells.size(place[d]) + 2;
        }
        row = extents[dimensions - 1];
        plane = row * extents[dimensions - 2];
        int all = Arrays.stream(extents).reduce(1, Math::multiplyExact);
        now = new double[all];
        next = new double[all];
        fill(all / extents[0]);
    }

    private void fill(int layer) {
        if (first[0] == 0) {
            Arrays.fill(now, 0, layer, HOT);
            Arrays.fill(next, 0, layer, HOT);
        }
        forEachRow(box(1), start -> {
            for (int x = 0; x < row - 2; x++) {
                now[start + x] = (indexOf(start) + x) % 101;
            }
        });
    }

    /**
     * Computes; called by all members.
     *
     * @param overlap whether the inside is computed while the layer is on its way
     */
    void steps(int count, boolean overlap) {
        for (int i = 0; i < count; i++) {
            step(overlap);
        }
    }

    private void step(boolean overlap) {
        DirectBuffer block = DirectBuffer.of(now);
        if (overlap) {
            Request<?> halo = grid.nonBlocking().exchangeHalo(block, 1, extents);
            update(box(2));
            long start = System.nanoTime();
            halo.await();
            waitNanos += System.nanoTime() - start;
            updateShell();
        } else {
            long start = System.nanoTime();
            grid.exchangeHalo(block, 1, extents);
            waitNanos += System.nanoTime() - start;
            update(box(1));
        }
        double[] computed = next;
        next = now;
        now = computed;
    }

    /** Updates the cells that have a neighbor in the layer. */
    private void updateShell() {
        for (int d = 0; d < extents.length; d++) {
            Box slab = box(1);
            for (int before = 0; before < d; before++) {
                slab = slab.with(before, 2, extents[before] - 3); // the rest was in their turn
            }
            update(slab.with(d, 1, 1));
            if (extents[d] > 3) {
                update(slab.with(d, extents[d] - 2, extents[d] - 2));
            }
        }
    }

    private void update(Box box) {
        int last = extents.length - 1;
        int width = box.to[last] - box.from[last] + 1;
        if (extents.length == 2) {
            forEachRow(box, start -> updateInSquare(start, start + width));
        } else {
            forEachRow(box, start -> updateInCube(start, start + width));
        }
    }

    private void updateInSquare(int from, int to) {
        for (int i = from; i < to; i++) {
            next[i] = (now[i - row] + now[i + row] + (now[i - 1] + now[i + 1])) * (1.0 / 4);
        }
    }

    private void updateInCube(int from, int to) {
        for (int i = from; i < to; i++) {
            next[i] = (now[i - plane] + now[i + plane] + (now[i - row] + now[i + row]) + (now[i - 1] + now[i + 1]))
                    * (1.0 / 6);
        }
    }

    /** Returns the largest change of a cell of this block in the last step. */
    double change() {
        double[] largest = {0};
        forEachRow(box(1), start -> {
            for (int i = start; i < start + row - 2; i++) {
                largest[0] = Math.max(largest[0], Math.abs(now[i] - next[i]));
            }
        });
        return largest[0];
    }

    /** Returns the sum of the hashes of this block's cells. */
    long checksum() {
        long[] sum = {0};
        forEachRow(
                box(1),
                start ->
                        sum[0] += Checksum.ofElements(indexOf(start), Arrays.copyOfRange(now, start, start + row - 2)));
        return sum[0];
    }

    /** Returns how long this member has waited for the layer. */
    long waitNanos() {
        return waitNanos;
    }

    /** Returns how members are arranged. */
    CartesianGrid grid() {
        return grid.grid();
    }

    /** Returns the index in the whole grid of a cell of this block. */
    private int indexOf(int cell) {
        int x = first[extents.length - 1] + cell % row - 1;
        int y = first[extents.length - 2] + cell % plane / row - 1;
        int z = extents.length == 2 ? 0 : first[0] + cell / plane - 1;
        return (z * side + y) * side + x;
    }

    /** What is done with a row of cells. */
    private interface RowAction {
        void accept(int start);
    }

    /** Visits the first cell of each row of a box that is not empty. */
    private void forEachRow(Box box, RowAction action) {
        int last = extents.length - 1;
        if (box.from[last] > box.to[last]) {
            return;
        }
        int firstPlane = extents.length == 2 ? 0 : box.from[0];
        int lastPlane = extents.length == 2 ? 0 : box.to[0];
        for (int z = firstPlane; z <= lastPlane; z++) {
            for (int y = box.from[last - 1]; y <= box.to[last - 1]; y++) {
                action.accept(z * plane + y * row + box.from[last]);
            }
        }
    }

    /** Returns the cells that are so far from the block's edge; 1 leaves out the layer only. */
    private Box box(int distance) {
        int[] from = new int[extents.length];
        Arrays.fill(from, distance);
        return new Box(
                from,
                Arrays.stream(extents).map(extent -> extent - 1 - distance).toArray());
    }

    /** The cells from one place to another, both included. */
    private static final class Box {
        private final int[] from;
        private final int[] to;

        Box(int[] from, int[] to) {
            this.from = from;
            this.to = to;
        }

        Box with(int dimension, int newFrom, int newTo) {
            Box box = new Box(from.clone(), to.clone());
            box.from[dimension] = newFrom;
            box.to[dimension] = newTo;
            return box;
        }
    }
}

package tutti.collectives.algorithm;

import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * Fills the layer around each member's block of a grid with the cells of its neighbors, dimension by dimension.
 *
 * <p>A dimension's messages carry what came in the dimensions before, so that edges and corners arrive too, with two
 * messages for each dimension instead of one for each of the 3^d - 1 neighbors. The two travel at the same time, so a
 * dimension takes the delay of one.
 */
public final class HaloExchange {
    private static final int OUT = Scratch.PART + 1;
    private static final int IN = OUT + 1;
    private static final int SIDES = 2;

    private HaloExchange() {}

    /**
     * Fills the layer.
     *
     * @param ranks for each dimension the neighbor below and the one above, or {@link Neighbors#NONE}
     */
    public static void run(Peers peers, GridBlock shape, int[] ranks, DirectBuffer block) {
        for (int dimension = 0; dimension < shape.dimensions(); dimension++) {
            int[] sides = {ranks[SIDES * dimension], ranks[SIDES * dimension + 1]};
            long cells = shape.faceCells(dimension);
            DirectBuffer like = block.slice(0, SIDES * cells);
            DirectBuffer out = peers.scratch(OUT, like);
            DirectBuffer in = peers.scratch(IN, like);
            Blocks faces = BlockViews.equal(cells, SIDES);
            for (int side = 0; side < SIDES; side++) {
                if (sides[side] != Neighbors.NONE) {
                    shape.pack(block, dimension, side == 1, BlockViews.of(faces, out, side));
                }
            }
            NeighborExchange.run(peers, Neighbors.ofGrid(sides), out, faces, in, faces);
            for (int side = 0; side < SIDES; side++) {
                if (sides[side] != Neighbors.NONE) {
                    shape.unpack(block, dimension, side == 1, BlockViews.of(faces, in, side));
                }
            }
        }
    }
}

package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * Fills the layer around each member's block of a grid with the cells of its neighbors, dimension by dimension.
 *
 * <p>A dimension's messages carry what came in the dimensions before, so that edges and corners arrive too, with two
 * messages for each dimension instead of one for each of the 3^d - 1 neighbors.
 */
public final class HaloExchange {
    private static final int LOWER_OUT = Scratch.PART + 1;
    private static final int UPPER_OUT = LOWER_OUT + 1;
    private static final int IN = UPPER_OUT + 1;

    private HaloExchange() {}

    /**
     * Fills the layer.
     *
     * @param ranks for each dimension the neighbor below and the one above, or {@link Neighbors#NONE}
     */
    public static void run(Peers peers, GridBlock shape, int[] ranks, DirectBuffer block) {
        for (int dimension = 0; dimension < shape.dimensions(); dimension++) {
            int below = ranks[2 * dimension];
            int above = ranks[2 * dimension + 1];
            DirectBuffer like = block.slice(0, shape.faceCells(dimension));
            DirectBuffer lower = peers.scratch(LOWER_OUT, like);
            DirectBuffer upper = peers.scratch(UPPER_OUT, like);
            DirectBuffer in = peers.scratch(IN, like);
            if (below != Neighbors.NONE) {
                shape.pack(block, dimension, false, lower);
            }
            if (above != Neighbors.NONE) {
                shape.pack(block, dimension, true, upper);
            }
            shift(peers, below, lower, above, in);
            if (above != Neighbors.NONE) {
                shape.unpack(block, dimension, true, in);
            }
            shift(peers, above, upper, below, in);
            if (below != Neighbors.NONE) {
                shape.unpack(block, dimension, false, in);
            }
        }
    }

    private static void shift(Peers peers, int destination, DirectBuffer sent, int source, DirectBuffer received) {
        if (destination != Neighbors.NONE && source != Neighbors.NONE) {
            Segments.exchange(peers, destination, sent, source, received);
        } else if (destination != Neighbors.NONE) {
            Segments.send(peers, destination, sent);
        } else if (source != Neighbors.NONE) {
            Segments.receive(peers, source, received);
        }
    }
}

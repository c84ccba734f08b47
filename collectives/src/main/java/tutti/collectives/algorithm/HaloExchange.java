package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * Fills the layer around each member's block of a grid with the cells of its neighbors, dimension by dimension.
 *
 * <p>A dimension's messages carry what came in the dimensions before, so that edges and corners arrive too, with two
 * messages for each dimension instead of one for each of the 3^d - 1 neighbors. The two travel at the same time, so a
 * dimension takes the delay of one.
 */
public final class HaloExchange {
    private static final int LOWER_OUT = Scratch.PART + 1;
    private static final int UPPER_OUT = LOWER_OUT + 1;
    private static final int ABOVE_IN = UPPER_OUT + 1;
    private static final int BELOW_IN = ABOVE_IN + 1;

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
            DirectBuffer fromAbove = peers.scratch(ABOVE_IN, like);
            DirectBuffer fromBelow = peers.scratch(BELOW_IN, like);
            if (below != Neighbors.NONE) {
                shape.pack(block, dimension, false, lower);
            }
            if (above != Neighbors.NONE) {
                shape.pack(block, dimension, true, upper);
            }
            for (long segment = 0; segment < Segments.count(like); segment++) {
                send(peers, below, lower, segment);
                send(peers, above, upper, segment);
                receive(peers, above, fromAbove, segment); // first, as it was sent first if that member is below, too
                receive(peers, below, fromBelow, segment);
            }
            if (above != Neighbors.NONE) {
                shape.unpack(block, dimension, true, fromAbove);
            }
            if (below != Neighbors.NONE) {
                shape.unpack(block, dimension, false, fromBelow);
            }
        }
    }

    private static void send(Peers peers, int destination, DirectBuffer face, long segment) {
        if (destination != Neighbors.NONE) {
            peers.send(destination, Segments.of(face, segment));
        }
    }

    private static void receive(Peers peers, int source, DirectBuffer face, long segment) {
        if (source != Neighbors.NONE) {
            peers.receive(source, Segments.of(face, segment));
        }
    }
}

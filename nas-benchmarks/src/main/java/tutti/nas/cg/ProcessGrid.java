package tutti.nas.cg;

import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * Members as a grid of R rows and C columns, where C is R or 2 R.
 *
 * <p>Each has a block of the matrix; and of vectors the part that belongs to the block's columns, as all members of its
 * column of the grid have it. A product's part of a block's rows is a sum over the row of the grid. To be multiplied
 * again, it must become a part of columns: each member exchanges it with the one at the mirrored place. If C is 2 R,
 * rows of a block are columns of two, so half of them go to each.
 */
final class ProcessGrid {
    private final Communicator world;
    private final Communicator row; // members of the same row
    private final Partition columnBlocks;
    private final int gridRow;
    private final int gridColumn;
    private final int columnBlocksToARow; // C / R

    ProcessGrid(Communicator world, int n) {
        this.world = world;
        int log = Integer.numberOfTrailingZeros(world.size());
        int gridRows = 1 << (log / 2);
        int gridColumns = world.size() / gridRows;
        columnBlocksToARow = gridColumns / gridRows;
        columnBlocks = new Partition(n, gridColumns);
        gridRow = world.rank() / gridColumns;
        gridColumn = world.rank() % gridColumns;
        row = world.split(gridRow);
    }

    int firstRow() {
        return columnBlocks.offset(gridRow * columnBlocksToARow);
    }

    int rows() {
        return columnBlocks.offset((gridRow + 1) * columnBlocksToARow) - firstRow();
    }

    int firstColumn() {
        return columnBlocks.offset(gridColumn);
    }

    int columns() {
        return columnBlocks.size(gridColumn);
    }

    /** Adds up numbers of the members that have different columns. */
    double[] sums(double... parts) {
        DirectBuffer buffer = DirectBuffer.of(parts);
        row.allReduce(buffer, buffer, Reductions.sum());
        return parts;
    }

    /**
     * Adds up products of different columns, and makes a part of columns of the sum.
     *
     * @param product of this member's rows; the sum in the end
     * @param part of this member's columns
     */
    void sumAndTranspose(double[] product, double[] part) {
        DirectBuffer sum = DirectBuffer.of(product);
        row.allReduce(sum, sum, Reductions.sum());
        // The peer's peer is this member.
        int peerRow = gridColumn / columnBlocksToARow;
        int peerColumn = gridRow * columnBlocksToARow + gridColumn % columnBlocksToARow;
        int peer = peerRow * row.size() + peerColumn;
        int offset = columnBlocks.offset(peerColumn) - firstRow();
        DirectBuffer send = sum.slice(offset, columnBlocks.size(peerColumn));
        if (peer == world.rank()) {
            System.arraycopy(product, offset, part, 0, part.length);
        } else {
            world.rendezvous(send, DirectBuffer.of(part), peer);
        }
    }
}

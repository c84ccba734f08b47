package tutti.collectives.algorithm;

import java.util.Arrays;
import tutti.serialization.DirectBuffer;

/**
 * A member's block of a grid with a layer of cells around it, which belong to its neighbors: in row-major order, the
 * last dimension contiguous.
 *
 * <p>Immutable.
 */
public final class GridBlock {
    private final int[] extents;
    private final int width;

    /**
     * Describes a block.
     *
     * @param width of the layer, in cells
     * @param extents number of cells in each dimension, with the layer on both sides
     */
    public GridBlock(int width, int... extents) {
        this.width = width;
        this.extents = extents.clone();
        for (int extent : extents) {
            if (width < 1 || extent < 3L * width) {
                throw new IllegalArgumentException(
                        "a block needs as many cells of its own as the layer is wide: width=%d extents with the layer on both sides=%s"
                                .formatted(width, Arrays.toString(extents)));
            }
        }
    }

    /** Returns the number of dimensions. */
    public int dimensions() {
        return extents.length;
    }

    /** Returns the number of cells, with the layer. */
    public long cells() {
        return Arrays.stream(extents).asLongStream().reduce(1, Math::multiplyExact);
    }

    /** Returns the number of cells of one side of the layer. */
    public long faceCells(int dimension) {
        return cells() / extents[dimension] * width;
    }

    /** Copies the block's own cells at its lower or upper end in a dimension into a buffer. */
    void pack(DirectBuffer block, int dimension, boolean isUpper, DirectBuffer face) {
        copy(block, dimension, isUpper ? extents[dimension] - 2 * width : width, face, true);
    }

    /** Fills the layer at the lower or upper end in a dimension from a buffer. */
    void unpack(DirectBuffer block, int dimension, boolean isUpper, DirectBuffer face) {
        copy(block, dimension, isUpper ? extents[dimension] - width : 0, face, false);
    }

    private void copy(DirectBuffer block, int dimension, int first, DirectBuffer face, boolean isPacking) {
        long inner = width; // consecutive cells
        for (int d = dimension + 1; d < extents.length; d++) {
            inner *= extents[d];
        }
        long stride = inner / width * extents[dimension];
        long runs = cells() / stride;
        long start = inner / width * first;
        for (long run = 0; run < runs; run++) {
            DirectBuffer cells = block.slice(run * stride + start, inner);
            DirectBuffer packed = face.slice(run * inner, inner);
            if (isPacking) {
                packed.copyFrom(cells);
            } else {
                cells.copyFrom(packed);
            }
        }
    }

    @Override
    public String toString() {
        return "GridBlock[width=%d extents=%s]".formatted(width, Arrays.toString(extents));
    }
}

package tutti.collectives.local;

import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * The scan of the buffers that the members of a group lend each other, who all live in one process, tile by tile from
 * the lowest rank up.
 *
 * <p>The operator must be one that combines element by element and writes into its left argument.
 */
public final class BufferScanTiles extends BufferTiles {
    private final SharedBuffers buffers;
    private final ReductionObject<DirectBuffer> operator;
    private final boolean isExclusive;

    /** Prepares to write the results where the members want them. */
    public BufferScanTiles(SharedBuffers buffers, ReductionObject<DirectBuffer> operator, boolean isExclusive) {
        super(buffers, operator);
        this.buffers = buffers;
        this.operator = operator;
        this.isExclusive = isExclusive;
    }

    @Override
    Tile tile() {
        DirectBuffer sums = allocate();
        DirectBuffer operands = allocate();
        return (from, count) -> scan(from, count, sums.slice(0, count), operands.slice(0, count));
    }

    /**
     * Scans one tile.
     *
     * @param sum memory of this thread, as near to the processor as a tile can be
     * @param operand the same, at the same index, so that the two combine fastest
     */
    private void scan(long from, long count, DirectBuffer sum, DirectBuffer operand) {
        for (int rank = 0; rank < buffers.count(); rank++) {
            Borrow borrow = buffers.borrow(rank);
            DirectBuffer own = borrow.own().slice(from, count);
            DirectBuffer target = borrow.wantedAt().slice(from, count);
            if (rank == 0) {
                sum.copyFrom(own);
            } else {
                operand.copyFrom(own); // the target may be the same memory
                if (isExclusive) {
                    target.copyFrom(sum);
                }
                operator.reduce(sum, operand);
            }
            if (!isExclusive) {
                target.copyFrom(sum);
            }
        }
    }
}

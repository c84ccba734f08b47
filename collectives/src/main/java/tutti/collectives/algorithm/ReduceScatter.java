package tutti.collectives.algorithm;

import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * The first phase of reductions of large buffers: each member gets all contributions to one block of the elements, and
 * combines them.
 *
 * <p>In step i a member sends the block of the rank i ahead straight to it. So the member that combines has all
 * operands, and keeps the association order of {@link BinomialReduce}: the result has the same bits, for any P. The
 * operator must combine element by element.
 */
final class ReduceScatter {
    /** Slots of scratch memory from here on hold contributions, one each. */
    private static final int FIRST_SLOT = Scratch.PART + 1;

    private static final int TILE_BYTES = 16 * 1024;

    private ReduceScatter() {}

    /** Returns the result over this member's block, in scratch memory. */
    static DirectBuffer run(Peers peers, DirectBuffer own, Blocks blocks, ReductionObject<DirectBuffer> operator) {
        DirectBuffer[] operands = new DirectBuffer[peers.size()];
        DirectBuffer mine = BlockViews.of(blocks, own, peers.rank());
        for (int rank = 0; rank < operands.length; rank++) {
            operands[rank] = peers.scratch(FIRST_SLOT + rank, mine);
        }
        Segments.exchangeWithAll(peers, rank -> BlockViews.of(blocks, own, rank), rank -> operands[rank]);
        operands[peers.rank()].copyFrom(mine);
        combine(operands, operator);
        return operands[0];
    }

    /** Combines all into the first, tile by tile, so that each passes through the cache once. */
    private static void combine(DirectBuffer[] operands, ReductionObject<DirectBuffer> operator) {
        long length = operands[0].length();
        long tileLength = Elementwise.wholeValues(
                operator, TILE_BYTES / operands[0].type().elementBytes());
        DirectBuffer[] tile = new DirectBuffer[operands.length];
        for (long from = 0; from < length; from += tileLength) {
            for (int rank = 0; rank < tile.length; rank++) {
                tile[rank] = operands[rank].slice(from, Math.min(tileLength, length - from));
            }
            new Tile(tile, operator).fold(0, tile.length);
        }
    }

    /** One tile of every operand; results go into the first of each two. */
    private static final class Tile implements TreeFold<DirectBuffer> {
        private final DirectBuffer[] operands;
        private final ReductionObject<DirectBuffer> operator;

        Tile(DirectBuffer[] operands, ReductionObject<DirectBuffer> operator) {
            this.operands = operands;
            this.operator = operator;
        }

        @Override
        public DirectBuffer operand(int index) {
            return operands[index];
        }

        @Override
        public DirectBuffer combine(int start, int middle, int end, DirectBuffer left, DirectBuffer right) {
            operator.reduce(left, right);
            return left;
        }
    }
}

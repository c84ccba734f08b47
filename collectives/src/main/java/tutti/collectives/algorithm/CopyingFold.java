package tutti.collectives.algorithm;

import java.util.function.IntFunction;
import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * Combines operands that may only be read, such as those in memory that processes share: it copies them, a block at a
 * time, to memory of the member that combines, where the loops are fast.
 *
 * <p>Operands are combined in the association order of the {@link BinomialTree}. The operator must be one that combines
 * element by element and writes into its left argument.
 */
public final class CopyingFold {
    private static final int BLOCK_BYTES = 8 * 1024;
    private static final int FIRST_SLOT = Scratch.PART + 1;

    private CopyingFold() {}

    /**
     * Writes the result over some operands into a buffer, which may be one of them.
     *
     * @param operands by position from 0 on, as long as the target
     */
    public static void run(
            Peers peers,
            IntFunction<DirectBuffer> operands,
            int count,
            ReductionObject<DirectBuffer> operator,
            DirectBuffer target) {
        if (count == 1) {
            target.copyFrom(operands.apply(0));
            return;
        }
        long perBlock =
                Elementwise.wholeValues(operator, BLOCK_BYTES / target.type().elementBytes());
        for (long from = 0; from < target.length(); from += perBlock) {
            long length = Math.min(perBlock, target.length() - from);
            DirectBuffer place = target.slice(from, length);
            place.copyFrom(new Block(peers, operands, operator, from, place).fold(0, count));
        }
    }

    private static final class Block implements TreeFold<DirectBuffer> {
        private final Peers peers;
        private final IntFunction<DirectBuffer> operands;
        private final ReductionObject<DirectBuffer> operator;
        private final long from;
        private final DirectBuffer place;
        private int copies; // in use

        Block(
                Peers peers,
                IntFunction<DirectBuffer> operands,
                ReductionObject<DirectBuffer> operator,
                long from,
                DirectBuffer place) {
            this.peers = peers;
            this.operands = operands;
            this.operator = operator;
            this.from = from;
            this.place = place;
        }

        @Override
        public DirectBuffer operand(int index) {
            DirectBuffer copy = peers.scratch(FIRST_SLOT + copies++, place); // all alike, wherever operands lie
            copy.copyFrom(operands.apply(index).slice(from, place.length()));
            return copy;
        }

        @Override
        public DirectBuffer combine(int start, int middle, int end, DirectBuffer left, DirectBuffer right) {
            operator.reduce(left, right);
            copies--; // the right one, which was made last
            return left;
        }
    }
}

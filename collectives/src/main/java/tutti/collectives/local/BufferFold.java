package tutti.collectives.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.TreeFold;
import tutti.serialization.DirectBuffer;

/**
 * The reduction of the buffers that the members of one block lend each other, tile by tile, straight from memory to
 * memory.
 *
 * <p>Operands are combined in the association order of the {@link
 * BinomialTree}. The operator must be one that combines element by element and writes into its left argument.
 */
public final class BufferFold extends BufferTiles {
    private final SharedBuffers buffers;
    private final ReductionObject<DirectBuffer> operator;
    private final @Nullable DirectBuffer result;
    private final boolean resultIsOperand;

    private BufferFold(SharedBuffers buffers, ReductionObject<DirectBuffer> operator, @Nullable DirectBuffer result) {
        super(buffers, operator);
        this.buffers = buffers;
        this.operator = operator;
        this.result = result;
        resultIsOperand = result != null && isOperand(result);
    }

    /** Prepares to write the result where each member wants it. */
    public static BufferFold intoAll(SharedBuffers buffers, ReductionObject<DirectBuffer> operator) {
        return new BufferFold(buffers, operator, null);
    }

    /** Prepares to write the result into one buffer, which may be a member's contribution. */
    public static BufferFold into(DirectBuffer result, SharedBuffers buffers, ReductionObject<DirectBuffer> operator) {
        return new BufferFold(buffers, operator, result);
    }

    private boolean isOperand(DirectBuffer buffer) {
        for (int index = 0; index < buffers.count(); index++) {
            if (buffers.borrow(index).own().isSameMemory(buffer)) {
                return true;
            }
        }
        return false;
    }

    /** Returns where the result is written, if that is one place. */
    public DirectBuffer result() {
        return Objects.requireNonNull(result);
    }

    @Override
    Tile tile() {
        return new FoldedTile();
    }

    /**
     * One tile after the other, by one thread.
     *
     * <p>What is combined from a position on accumulates in one place: in the result for position 0, else in the target
     * of the member there if all have targets, else in spare memory. Operands are only read.
     */
    private final class FoldedTile implements Tile, TreeFold<DirectBuffer> {
        private final List<DirectBuffer> spares = new ArrayList<>();
        private int used; // spares, the last of which are given back first
        private long from;
        private long count;

        @Override
        public void run(long start, long length) {
            from = start;
            count = length;
            DirectBuffer folded = fold(0, buffers.count());
            DirectBuffer place = result == null ? target(0) : result.slice(from, count);
            if (!folded.isSameMemory(place)) {
                place.copyFrom(folded);
            }
            for (int index = 1; result == null && index < buffers.count(); index++) {
                target(index).copyFrom(place);
            }
            used = 0;
        }

        @Override
        public DirectBuffer operand(int index) {
            return buffers.borrow(index).own().slice(from, count);
        }

        @Override
        public DirectBuffer combine(int start, int middle, int end, DirectBuffer left, DirectBuffer right) {
            DirectBuffer into = left;
            if (middle - start == 1) {
                into = accumulator(start);
                into.copyFrom(left);
            }
            if (end - middle == 1) {
                reduceOperand(into, right);
            } else {
                operator.reduce(into, right);
                used -= isSpare(middle) ? 1 : 0;
            }
            return into;
        }

        /** Combines with an operand; it is copied if only so the two have the same index, at which loops are fast. */
        private void reduceOperand(DirectBuffer into, DirectBuffer right) {
            if (into.array() != null && into.arrayOffset() == 0 && right.array() != null && right.arrayOffset() != 0) {
                DirectBuffer copy = spare();
                copy.copyFrom(right);
                operator.reduce(into, copy);
                used--;
            } else {
                operator.reduce(into, right);
            }
        }

        private boolean isSpare(int start) {
            return start == 0 ? resultIsOperand : result != null;
        }

        private DirectBuffer accumulator(int start) {
            if (isSpare(start)) {
                return spare();
            }
            return result == null ? target(start) : result.slice(from, count);
        }

        private DirectBuffer target(int index) {
            return buffers.borrow(index).wantedAt().slice(from, count);
        }

        private DirectBuffer spare() {
            if (used == spares.size()) {
                spares.add(allocate());
            }
            return spares.get(used++).slice(0, count);
        }
    }
}

package tutti.collectives.local;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.Scratch;
import tutti.serialization.DirectBuffer;

/**
 * The reduction of the buffers that the members of one block lend each other, cut into tiles that any number of them work on at the same
 * time, straight from memory to memory.
 *
 * <p>A tile of every buffer passes through the cache once. Operands are combined in the association order of the {@link BinomialTree}. The
 * operator must be one that combines element by element and writes into its left argument.
 */
public final class BufferFold {
    private static final int TILE_BYTES = 16 * 1024;

    private final SharedBuffers buffers;
    private final ReductionObject<DirectBuffer> operator;
    private final @Nullable DirectBuffer result;
    private final boolean resultIsOperand;
    private final DirectBuffer like;
    private final int tileLength;
    private final long tiles;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    private BufferFold(SharedBuffers buffers, ReductionObject<DirectBuffer> operator, @Nullable DirectBuffer result) {
        this.buffers = buffers;
        this.operator = operator;
        this.result = result;
        resultIsOperand = result != null && isOperand(result);
        like = buffers.borrow(0).own();
        tileLength = Math.max(1, TILE_BYTES / like.type().elementBytes());
        tiles = Math.max(1, Math.ceilDiv(like.length(), tileLength));
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

    /** Returns whether waking others would take longer than the work. */
    public boolean isSmall() {
        return tiles == 1;
    }

    /** Works on tiles as long as there are any; returns whether this call finished the last of all. */
    public boolean help() {
        boolean finished = false;
        ArrayDeque<DirectBuffer> spare = new ArrayDeque<>();
        for (int tile = begun.getAndIncrement(); tile < tiles; tile = begun.getAndIncrement()) {
            if (!buffers.begin()) {
                return false;
            }
            try {
                long from = (long) tile * tileLength;
                work(from, Math.min(tileLength, like.length() - from), spare);
            } finally {
                buffers.end();
            }
            finished |= done.incrementAndGet() == tiles;
        }
        return finished;
    }

    private void work(long from, long count, ArrayDeque<DirectBuffer> spare) {
        if (result == null) {
            DirectBuffer first = target(0, from, count);
            fold(0, buffers.count(), from, count, first, spare);
            for (int index = 1; index < buffers.count(); index++) {
                target(index, from, count).copyFrom(first);
            }
        } else if (resultIsOperand) { // which must not be overwritten before it has been read
            DirectBuffer folded = spare(spare);
            fold(0, buffers.count(), from, count, folded.slice(0, count), spare);
            result.slice(from, count).copyFrom(folded.slice(0, count));
            spare.push(folded);
        } else {
            fold(0, buffers.count(), from, count, result.slice(from, count), spare);
        }
    }

    /** Writes the fold of some operands' elements. */
    private void fold(int start, int end, long from, long count, DirectBuffer into, ArrayDeque<DirectBuffer> spare) {
        if (end - start == 1) {
            into.copyFrom(own(start, from, count));
            return;
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        fold(start, middle, from, count, into, spare);
        if (end - middle == 1) {
            operator.reduce(into, own(middle, from, count));
        } else if (result == null) { // then each member's target is there to be written
            DirectBuffer right = target(middle, from, count);
            fold(middle, end, from, count, right, spare);
            operator.reduce(into, right);
        } else {
            DirectBuffer right = spare(spare);
            fold(middle, end, from, count, right.slice(0, count), spare);
            operator.reduce(into, right.slice(0, count));
            spare.push(right);
        }
    }

    private DirectBuffer own(int index, long from, long count) {
        return buffers.borrow(index).own().slice(from, count);
    }

    private DirectBuffer target(int index, long from, long count) {
        return buffers.borrow(index).wantedAt().slice(from, count);
    }

    private DirectBuffer spare(ArrayDeque<DirectBuffer> spare) {
        return spare.isEmpty() ? Scratch.allocate(like.type(), tileLength) : spare.pop();
    }
}

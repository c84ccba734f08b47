package tutti.collectives.local;

import java.lang.reflect.Array;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Operands;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.algorithm.TreeBlocks;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * The operands of one reduction that the members of one process have put down, and the results over their {@link
 * TreeBlocks}.
 *
 * <p>Thread-safe. Two neighbouring parts of a block meet in a cell of their own: the member that comes second combines
 * them. So no member waits while the operator works, and the association order is that of the tree.
 */
public final class Contributions {
    /**
     * Operands beyond which members copy them and combine in pairs, because one member would have to look at too many.
     */
    private static final int MOST_OPERANDS = 64;

    private final boolean inPlace;
    private final ReductionObject<@Nullable Object> operator;
    private final AtomicReferenceArray<@Nullable Held> cells;
    private final AtomicReferenceArray<@Nullable Held> results;
    private final AtomicInteger open;
    private volatile @Nullable BufferFold fold;

    /**
     * Makes room for the operands of a process.
     *
     * @param inPlace whether operands are the callers' own arrays, which do not change, instead of copies
     * @param operator the operator of the member that came first
     */
    Contributions(Locality locality, boolean inPlace, ReductionObject<@Nullable Object> operator) {
        this.inPlace = inPlace;
        this.operator = operator;
        cells = new AtomicReferenceArray<>(locality.count());
        results = new AtomicReferenceArray<>(locality.blocks().count());
        open = new AtomicInteger(results.length());
    }

    /** Returns what the members of a call's process put down. */
    public static Contributions of(CollectiveCall call, boolean inPlace, ReductionObject<@Nullable Object> operator) {
        return call.local().state().shared(() -> new Contributions(call.locality(), inPlace, operator));
    }

    /** A value that is there, even if it is null. */
    public record Held(@Nullable Object value) {}

    public boolean isInPlace() {
        return inPlace;
    }

    /**
     * Combines a member's operand with as much of its block as has come.
     *
     * @return the result over the block if this was its last operand, else null
     */
    @Nullable
    public Held combine(
            TreeBlocks.Block block,
            int rank,
            @Nullable Object copy,
            ReductionObject<@Nullable Object> own,
            int groupSize) {
        Held mine = new Held(copy);
        int start = rank;
        int end = rank + 1;
        for (int half = 1; start != block.start() || end != block.end(); half *= 2) {
            int low = start - start % (2 * half);
            int middle = low + half;
            if (middle < groupSize) { // else the part has no neighbour in this round
                Held other = cells.getAndSet(block.index(middle), mine);
                if (other == null) {
                    return null; // the neighbour continues
                }
                cells.lazySet(block.index(middle), null);
                int high = Math.min(low + 2 * half, groupSize);
                mine = new Held(
                        start == low
                                ? Operands.reduce(own, mine.value(), other.value(), low, middle, high)
                                : Operands.reduce(own, other.value(), mine.value(), low, middle, high));
                start = low;
                end = high;
            }
        }
        return mine;
    }

    /** Puts down a member's own array, to be read while the member waits. */
    public void put(int index, @Nullable Object value) {
        cells.set(index, new Held(value));
    }

    /**
     * Returns whether the first member to arrive lets all contribute their own arrays instead of copies.
     *
     * <p>The operator must combine such arrays element by element. All operands must be one block of the tree.
     */
    public static boolean canBeInPlace(Locality locality, @Nullable Object value, ReductionObject<?> operator) {
        return operator instanceof Elementwise elementwise
                && value != null
                && elementwise.appliesTo(value.getClass())
                && locality.blocks().count() == 1
                && locality.count() <= MOST_OPERANDS;
    }

    /**
     * Prepares to combine the members' own arrays, when all are there.
     *
     * @return the work; its result is a new array
     * @throws IllegalArgumentException if arrays differ in type or length
     */
    @SuppressWarnings("unchecked") // the operator takes buffers as it takes arrays: it is elementwise
    public BufferFold foldInPlace(TreeBlocks.Block block) {
        SharedBuffers arrays = new SharedBuffers(block.size());
        Object first = operand(block.firstIndex());
        for (int i = 0; i < block.size(); i++) {
            Object other = operand(block.firstIndex() + i);
            if (first == null || other == null || !first.getClass().equals(other.getClass())) {
                throw new IllegalArgumentException(
                        "%s of different types: rank=%d %s, rank=%d %s; let every member contribute the same type"
                                .formatted(operator, block.start(), typeOf(first), block.start() + i, typeOf(other)));
            }
            if (Array.getLength(first) != Array.getLength(other)) {
                throw new IllegalArgumentException(
                        "arrays differ in length: rank=%d length=%d, rank=%d length=%d; let every member contribute the same length"
                                .formatted(
                                        block.start(),
                                        Array.getLength(first),
                                        block.start() + i,
                                        Array.getLength(other)));
            }
            arrays.put(i, new Borrow(Objects.requireNonNull(DirectBuffer.ofArray(other)), null));
        }
        DirectBuffer like = arrays.borrow(0).own();
        return BufferFold.into(Scratch.allocate(like.type(), like.length()), arrays, (ReductionObject<DirectBuffer>)
                (ReductionObject<?>) operator);
    }

    private @Nullable Object operand(int index) {
        Held operand = cells.get(index);
        return operand == null ? null : operand.value();
    }

    private static String typeOf(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getTypeName();
    }

    /** Puts down the result over a block; returns whether it was the last of the process. */
    public boolean putResult(TreeBlocks.Block block, Held result) {
        results.set(block.number(), result);
        return open.decrementAndGet() == 0;
    }

    @Nullable
    public Held result(TreeBlocks.Block block) {
        return results.get(block.number());
    }

    /** Returns the work that all members share, or null as long as there is none. */
    @Nullable
    public BufferFold fold() {
        return fold;
    }

    public void share(BufferFold work) {
        fold = work;
    }
}

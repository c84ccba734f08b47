package tutti.collectives.local;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.TreeBlocks;

/**
 * The operands of one reduction that the members of one process have put down, and the results over their {@link TreeBlocks}.
 *
 * <p>Thread-safe. Two neighbouring parts of a block meet in a cell of their own: the member that comes second combines them.
 * So no member waits while the operator works, and the association order is that of the tree.
 */
public final class Contributions {
    private final boolean inPlace;
    private final ReductionObject<@Nullable Object> operator;
    private final AtomicReferenceArray<@Nullable Some> cells;
    private final AtomicReferenceArray<@Nullable Some> results;
    private final AtomicInteger open;
    private volatile @Nullable ArrayFold fold;

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
        return call.local().epoch().shared(() -> new Contributions(call.locality(), inPlace, operator));
    }

    /** A value that is there, even if it is null. */
    public record Some(@Nullable Object value) {}

    public boolean isInPlace() {
        return inPlace;
    }

    ReductionObject<@Nullable Object> operator() {
        return operator;
    }

    /**
     * Combines a member's operand with as much of its block as has come.
     *
     * @return the result over the block if this was its last operand, else null
     */
    @Nullable
    public Some combine(
            TreeBlocks.Block block,
            int rank,
            @Nullable Object copy,
            ReductionObject<@Nullable Object> own,
            int groupSize) {
        Some mine = new Some(copy);
        int start = rank;
        int end = rank + 1;
        for (int half = 1; start != block.start() || end != block.end(); half *= 2) {
            int low = start - start % (2 * half);
            int middle = low + half;
            if (middle < groupSize) { // else the part has no neighbour in this round
                Some other = cells.getAndSet(block.index(middle), mine);
                if (other == null) {
                    return null; // the neighbour continues
                }
                cells.lazySet(block.index(middle), null);
                mine = new Some(
                        start == low
                                ? own.reduce(mine.value(), other.value())
                                : own.reduce(other.value(), mine.value()));
                start = low;
                end = Math.min(low + 2 * half, groupSize);
            }
        }
        return mine;
    }

    /** Puts down a member's own array, to be read while the member waits. */
    public void put(int index, @Nullable Object value) {
        cells.set(index, new Some(value));
    }

    @Nullable
    Object operand(int index) {
        Some operand = cells.get(index);
        return operand == null ? null : operand.value();
    }

    /** Puts down the result over a block; returns whether it was the last of the process. */
    public boolean putResult(TreeBlocks.Block block, Some result) {
        results.set(block.number(), result);
        return open.decrementAndGet() == 0;
    }

    @Nullable
    public Some result(TreeBlocks.Block block) {
        return results.get(block.number());
    }

    /** Returns the work that all members share, or null as long as there is none. */
    @Nullable
    public ArrayFold fold() {
        return fold;
    }

    public void share(ArrayFold work) {
        fold = work;
    }
}

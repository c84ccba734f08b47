package tutti.collectives;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The operands of one reduction that the members of one process have put down, and the results over their {@link TreeBlocks}.
 *
 * <p>Thread-safe. Two neighbouring parts of a block meet in a cell of their own: whoever comes second combines them and goes on.
 * So nobody waits while the operator works, and brackets and order are those of the tree.
 */
final class Contributions {
    private final boolean inPlace;
    private final ReductionObject<@Nullable Object> operator;
    private final AtomicReferenceArray<@Nullable Some> cells;
    private final AtomicReferenceArray<@Nullable Some> results;
    private final AtomicInteger open;
    private volatile @Nullable SharedFold fold;

    /**
     * Makes room for the operands of a process.
     *
     * @param inPlace whether operands are the callers' own arrays, which nobody changes, instead of copies
     * @param operator the operator of the member that came first
     */
    Contributions(MeetingPlace place, boolean inPlace, ReductionObject<@Nullable Object> operator) {
        this.inPlace = inPlace;
        this.operator = operator;
        cells = new AtomicReferenceArray<>(place.count());
        results = new AtomicReferenceArray<>(place.blocks().count());
        open = new AtomicInteger(results.length());
    }

    /** A value that is there, even if it is null. */
    record Some(@Nullable Object value) {}

    boolean isInPlace() {
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
    Some combine(
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
                    return null; // the neighbour goes on
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
    void put(int index, @Nullable Object value) {
        cells.set(index, new Some(value));
    }

    @Nullable
    Object operand(int index) {
        Some operand = cells.get(index);
        return operand == null ? null : operand.value();
    }

    /** Puts down the result over a block; returns whether it was the last of the process. */
    boolean putResult(TreeBlocks.Block block, Some result) {
        results.set(block.number(), result);
        return open.decrementAndGet() == 0;
    }

    @Nullable
    Some result(TreeBlocks.Block block) {
        return results.get(block.number());
    }

    /** Returns the work that all members share, or null as long as there is none. */
    @Nullable
    SharedFold fold() {
        return fold;
    }

    void share(SharedFold work) {
        fold = work;
    }
}

package tutti.collectives.hierarchy;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * Every member gets its block of every other's buffer, where all live in one process: from buffers that they lend each
 * other. Blocks may differ in length.
 *
 * <p>For groups of more than one member.
 */
public final class BlockExchange {
    /** In larger groups each fills its own, since there are as many blocks as pairs of members. */
    private static final int MOST_SMALL_MEMBERS = 32;

    private final CollectiveCall call;
    private final LocalSync local;
    private final SharedBuffers buffers;
    private final @Nullable Combination combination;

    /** Combines blocks, by position in the process, into a target. */
    @FunctionalInterface
    public interface Combination {
        void combine(IntFunction<DirectBuffer> blocks, int count, DirectBuffer target);
    }

    /**
     * Prepares a member's part, and lends its buffers: the target gets the combination of all members' blocks.
     *
     * @param data what it contributes, apart from all targets
     * @param dataBlocks which elements are for which rank
     */
    public BlockExchange(
            CollectiveCall call, DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Combination combination) {
        this(call, new Borrow(data, dataBlocks, target, null), combination);
    }

    /**
     * Prepares a member's part, and lends its buffers.
     *
     * @param data what it contributes, apart from all targets
     * @param dataBlocks which elements are for which rank
     * @param targetBlocks where those of each rank go
     */
    public BlockExchange(
            CollectiveCall call, DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        this(call, new Borrow(data, dataBlocks, target, targetBlocks), null);
    }

    private BlockExchange(CollectiveCall call, Borrow borrow, @Nullable Combination combination) {
        this.call = call;
        this.combination = combination;
        local = call.local();
        buffers = SharedBuffers.of(call);
        buffers.put(call.index(), borrow);
    }

    /**
     * Fills the targets of all members.
     *
     * @throws tutti.messaging.BufferMismatchException if a block of another member does not fit where it goes here
     */
    public void run() {
        boolean areFilled;
        if (local.arrive()) {
            areFilled = isSmall() && doAllMatch();
            if (areFilled) {
                buffers.use(call, this::fillAll);
            }
            local.publish(areFilled);
        } else {
            areFilled = local.awaitOutcome().equals(true);
        }
        if (!areFilled) {
            buffers.use(call, this::fillOwn);
            local.departTogether();
        }
    }

    private boolean isSmall() {
        if (buffers.count() > MOST_SMALL_MEMBERS) {
            return false;
        }
        long bytes = 0;
        for (int index = 0; index < buffers.count(); index++) {
            if (!buffers.borrow(index).wantedAt().isForAllThreads()) {
                return false;
            }
            bytes += buffers.borrow(index).own().lengthBytes(); // blocks may overlap, but seldom do
        }
        return bytes <= SharedBuffers.SMALL_BYTES;
    }

    private boolean doAllMatch() {
        for (int to = 0; to < buffers.count(); to++) {
            for (int from = 0; from < buffers.count(); from++) {
                if (!matches(from, to)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean matches(int from, int to) {
        if (combination != null) {
            return data(from, to).matches(target(from, to));
        }
        Borrow source = buffers.borrow(from);
        Borrow target = buffers.borrow(to);
        return source.own().type() == target.wantedAt().type()
                && source.blocks().count(rankAt(to)) == target.wantedBlocks().count(rankAt(from));
    }

    private void fillAll() {
        for (int to = 0; to < buffers.count(); to++) {
            fill(to);
        }
    }

    private void fill(int to) {
        if (combination != null) {
            combination.combine(from -> data(from, to), buffers.count(), target(0, to));
            return;
        }
        for (int from = 0; from < buffers.count(); from++) {
            target(from, to).copyFrom(data(from, to));
        }
    }

    /** All blocks are compared first, so that a member whose blocks do not fit writes nothing. */
    private void fillOwn() {
        int to = call.index();
        for (int from = 0; from < buffers.count(); from++) {
            if (!matches(from, to)) {
                throw call.unlike(rankAt(from), data(from, to).shape(), target(from, to));
            }
        }
        fill(to);
    }

    private DirectBuffer data(int from, int to) {
        Borrow source = buffers.borrow(from);
        return BlockViews.of(source.blocks(), source.own(), rankAt(to));
    }

    private DirectBuffer target(int from, int to) {
        Borrow target = buffers.borrow(to);
        return combination == null
                ? BlockViews.of(target.wantedBlocks(), target.wantedAt(), rankAt(from))
                : target.wantedAt();
    }

    private int rankAt(int index) {
        return call.locality().rankAt(index);
    }
}

package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * The members of a process copy equal blocks from each other's memory; the leader holds all blocks of its process.
 *
 * <p>For groups that are even ({@link Locality#isEven}).
 */
public final class BufferCollection implements Hierarchy.Collect<DirectBuffer> {
    private final CollectiveCall call;
    private final SharedBuffers buffers;
    private final DirectBuffer own;
    private final DirectBuffer target;

    private BufferCollection(CollectiveCall call, DirectBuffer own, DirectBuffer target) {
        this.call = call;
        this.own = own;
        this.target = target;
        buffers = SharedBuffers.of(call);
    }

    /** Collects for all: where all members live in one process, in the target of each. */
    public static Hierarchy.Collect<DirectBuffer> of(CollectiveCall call, DirectBuffer own, DirectBuffer target) {
        return call.locality().count() == 1 ? () -> own : new BufferCollection(call, own, target);
    }

    @Override
    public @Nullable DirectBuffer collect() {
        DirectBuffer ownBlock = target.slice(call.rank() * own.length(), own.length());
        boolean isInTheWay = own.overlaps(target) && !own.isSameMemory(ownBlock);
        DirectBuffer block = isInTheWay ? Scratch.copyOf(own) : own;
        if (call.locality().isWholeGroup()) {
            new BufferExchange(call, block, target, (rank, place, all) -> fill(place))
                    .runHere(target.lengthBytes() * buffers.count());
            return null;
        }
        buffers.put(call.index(), new Borrow(block, target));
        if (!buffers.gather(call, own)) {
            return null;
        }
        DirectBuffer blocks =
                target.slice(call.rank() * own.length(), call.locality().count() * own.length());
        buffers.use(call, () -> fill(blocks));
        return blocks;
    }

    private void fill(DirectBuffer place) {
        for (int index = 0; index < buffers.count(); index++) {
            DirectBuffer block = buffers.borrow(index).own();
            place.slice(index * block.length(), block.length()).copyFrom(block);
        }
    }
}

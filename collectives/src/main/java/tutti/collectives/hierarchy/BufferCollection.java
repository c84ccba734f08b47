package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * The members of a process copy equal blocks from each other's memory; the leader holds all blocks of its process.
 *
 * <p>For groups that are even ({@link Locality#isEven}).
 */
public final class BufferCollection implements Hierarchy.Collect<DirectBuffer> {
    /** Up to here the last member to arrive fills the targets of all. */
    private static final int SMALL_BYTES = 64 * 1024;

    private static final Object ALL_HERE = new Object();

    private final CollectiveCall call;
    private final LocalSync local;
    private final SharedBuffers buffers;
    private final DirectBuffer own;
    private final DirectBuffer target;

    private BufferCollection(CollectiveCall call, DirectBuffer own, DirectBuffer target) {
        this.call = call;
        this.own = own;
        this.target = target;
        local = call.local();
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
        buffers.put(call.index(), new SharedBuffers.Borrow(isInTheWay ? Scratch.copyOf(own) : own, target));
        if (call.locality().isWholeGroup()) {
            collectForAll();
            return null;
        }
        boolean isLast = local.arrive();
        if (!call.isLeader()) {
            if (isLast) {
                local.gathered();
            }
            return null;
        }
        if (!isLast) {
            local.awaitGathered();
        }
        if (buffers.firstUnlike(own) >= 0) {
            buffers.tellUnlike(call);
            throw buffers.unlike(call, own);
        }
        DirectBuffer blocks =
                target.slice(call.rank() * own.length(), call.locality().count() * own.length());
        buffers.use(call, () -> fill(blocks));
        return blocks;
    }

    private void collectForAll() {
        int count = buffers.count();
        boolean isSmall = own.lengthBytes() * count * count <= SMALL_BYTES;
        if (local.arrive()) {
            boolean areAlike = buffers.firstUnlike(own) < 0;
            if (areAlike && isSmall) {
                buffers.use(call, this::fillAll);
            }
            buffers.setFound(areAlike ? SharedBuffers.Found.COMBINED : SharedBuffers.Found.UNLIKE);
            local.publish(ALL_HERE);
        } else {
            local.awaitOutcome();
        }
        buffers.throwIfUnlike(call, own);
        if (!isSmall) {
            buffers.use(call, () -> fill(target));
            if (local.depart()) {
                local.wakeAll();
            }
            local.awaitDeparted();
        }
    }

    private void fillAll() {
        for (int index = 0; index < buffers.count(); index++) {
            fill(buffers.borrow(index).wantedAt());
        }
    }

    private void fill(DirectBuffer place) {
        for (int index = 0; index < buffers.count(); index++) {
            DirectBuffer block = buffers.borrow(index).own();
            place.slice(index * block.length(), block.length()).copyFrom(block);
        }
    }
}

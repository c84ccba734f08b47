package tutti.collectives.hierarchy;

import java.util.List;
import java.util.stream.IntStream;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.DoublingScan;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.BufferScanTiles;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * A scan of buffers of members that all live in one process, with the bits that messages would give.
 *
 * <p>For operators that combine element by element, which neither fail nor wait.
 */
public final class BufferScanInMemory {
    private final CollectiveCall call;
    private final LocalSync local;
    private final SharedBuffers buffers;
    private final DirectBuffer own;
    private final DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;
    private final boolean isExclusive;

    /**
     * Prepares a member's part.
     *
     * @param isExclusive whether its own elements are left out; the target of rank 0 is not changed then
     */
    public BufferScanInMemory(
            CollectiveCall call,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            boolean isExclusive) {
        this.call = call;
        this.own = own;
        this.target = target;
        this.operator = operator;
        this.isExclusive = isExclusive;
        local = call.local();
        buffers = SharedBuffers.of(call);
    }

    /**
     * Combines from the lowest rank up.
     *
     * @throws tutti.messaging.BufferMismatchException if contributions are not alike
     */
    public void runFromLowestRank() {
        if (own.lengthBytes() <= SharedBuffers.COPIED_BYTES) {
            passOn();
        } else {
            lend();
            buffers.join(call, own, () -> new BufferScanTiles(buffers, operator, isExclusive), SharedBuffers.ALL);
        }
    }

    private void lend() {
        buffers.put(call.index(), new Borrow(Scratch.sameOrApart(own, target), target));
    }

    /** Combines with what the rank below has left, and leaves the result for the next rank. */
    private void passOn() {
        local.awaitRoom();
        buffers.put(call.index(), new Borrow(own, target)); // only to be compared
        if (local.arrive() && buffers.firstUnlike(own) >= 0) {
            buffers.tellUnlike(call);
        }
        int index = call.index();
        DirectBuffer sum;
        if (index == 0) {
            sum = Scratch.copyOf(own);
        } else {
            DirectBuffer below = awaitSumUpTo(index - 1);
            sum = Scratch.copyOf(below);
            operator.reduce(sum, own);
            if (isExclusive) {
                target.copyFrom(below);
            }
        }
        if (!isExclusive) {
            target.copyFrom(sum);
        }
        leave(sum);
    }

    private DirectBuffer awaitSumUpTo(int index) {
        Object found = local.await(() -> {
            DirectBuffer sum = buffers.sumUpTo(index);
            return sum != null ? sum : buffers.found();
        });
        buffers.throwIfUnlike(call, own);
        DirectBuffer sum = (DirectBuffer) found;
        if (!sum.matches(own)) {
            throw call.unlike(call.locality().rankAt(index), sum.shape(), own);
        }
        return sum;
    }

    private void leave(DirectBuffer sum) {
        int next = call.index() + 1;
        if (next < buffers.count()) {
            local.retain(sum.lengthBytes());
            buffers.setSumUpTo(call.index(), sum);
            local.wake(call.locality().rankAt(next));
        } else {
            local.complete();
        }
    }

    /**
     * Combines as {@link DoublingScan} does, if the buffers are small: the last member to arrive does it for all.
     *
     * @return whether that has been done; the same at all members
     * @throws tutti.messaging.BufferMismatchException if contributions are not alike
     */
    public boolean runByDoubling(CallPeers peers) {
        lend();
        boolean isSmall = own.lengthBytes() * buffers.count() <= SharedBuffers.SMALL_BYTES;
        if (local.arrive()) {
            boolean areAlike = buffers.firstUnlike(own) < 0;
            if (areAlike && isSmall) {
                buffers.use(call, () -> doubleAll(peers));
            }
            buffers.setFound(areAlike ? SharedBuffers.Found.COMBINED : SharedBuffers.Found.UNLIKE);
            local.wakeAll();
        } else {
            local.await(buffers::found);
        }
        buffers.throwIfUnlike(call, own);
        return isSmall;
    }

    private void doubleAll(CallPeers peers) {
        List<Borrow> all =
                IntStream.range(0, buffers.count()).mapToObj(buffers::borrow).toList();
        DoublingScan.runForAll(
                peers,
                all.stream().map(Borrow::own).toList(),
                all.stream().map(Borrow::wantedAt).toList(),
                operator,
                isExclusive);
    }
}

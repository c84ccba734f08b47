package tutti.collectives.hierarchy;

import java.util.List;
import java.util.stream.IntStream;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.DoublingScan;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * A scan of small buffers of members that all live in one process: the last to arrive does it for all.
 *
 * <p>For predefined operators, which neither fail nor wait.
 */
public final class BufferScanInMemory {
    /** Up to here, over all members, one copies faster than all send messages. */
    private static final int SMALL_BYTES = 64 * 1024;

    private BufferScanInMemory() {}

    /** Does the scan, or returns false if it is a large one; all members get the same answer. */
    public static boolean run(
            CollectiveCall call,
            CallPeers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            boolean isExclusive) {
        SharedBuffers buffers = SharedBuffers.of(call);
        buffers.put(call.index(), new SharedBuffers.Borrow(own, target));
        if (call.local().arrive()) {
            boolean areAlike = buffers.firstUnlike(own) < 0;
            boolean isSmall = own.lengthBytes() * buffers.count() <= SMALL_BYTES;
            if (areAlike && isSmall) {
                buffers.use(call, () -> scanAll(buffers, peers, operator, isExclusive));
            }
            buffers.setFound(areAlike ? SharedBuffers.Found.COMBINED : SharedBuffers.Found.UNLIKE);
            call.local().publish(isSmall);
        }
        boolean isDone = call.local().awaitOutcome().equals(true);
        buffers.throwIfUnlike(call, own);
        return isDone;
    }

    private static void scanAll(
            SharedBuffers buffers, CallPeers peers, ReductionObject<DirectBuffer> operator, boolean isExclusive) {
        List<SharedBuffers.Borrow> all =
                IntStream.range(0, buffers.count()).mapToObj(buffers::borrow).toList();
        DoublingScan.runForAll(
                peers,
                all.stream().map(SharedBuffers.Borrow::own).toList(),
                all.stream().map(SharedBuffers.Borrow::wantedAt).toList(),
                operator,
                isExclusive);
    }
}

package tutti.collectives.operation;

import java.util.Map;
import java.util.SortedMap;
import tutti.collectives.algorithm.SparseExchange;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Gives every member the elements that some others have for it. */
public final class ExchangeBuffers extends Collective<SortedMap<Integer, DirectBuffer>> {
    private final Map<Integer, DirectBuffer> buffers;

    /**
     * Makes a call.
     *
     * @param buffers by the ranks of their receivers
     */
    public ExchangeBuffers(Map<Integer, DirectBuffer> buffers) {
        super(Operation.EXCHANGE_BUFFERS);
        this.buffers = buffers;
    }

    @Override
    long bufferBytes() {
        return buffers.values().stream().mapToLong(DirectBuffer::lengthBytes).sum();
    }

    @Override
    public void check(int rank, int size) {
        Exchange.checkRanks("a receiver's rank", buffers, rank, size);
        buffers.forEach((destination, buffer) -> {
            if (buffer == null || !buffer.fitsArray()) {
                throw new IllegalArgumentException(
                        "a buffer must have elements for an array: buffer=%s for rank=%d here rank=%d; send a longer one in parts"
                                .formatted(buffer, destination, rank));
            }
        });
    }

    @Override
    SortedMap<Integer, DirectBuffer> run(Invocation invocation) {
        return SparseExchange.runOnBuffers(invocation.peers(), buffers);
    }
}

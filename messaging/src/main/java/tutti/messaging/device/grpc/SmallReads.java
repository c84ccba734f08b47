package tutti.messaging.device.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Reads what is likely to be small into memory of the heap: for each message that is copied from there, native memory
 * makes a view of itself. The size to expect is Netty's estimate from the last reads.
 *
 * <p>Thread-safe.
 */
final class SmallReads implements RecvByteBufAllocator {
    private static final int SMALL_BYTES = 2048;

    private final RecvByteBufAllocator all = new AdaptiveRecvByteBufAllocator();

    @Override
    @SuppressWarnings("deprecation") // of the type that Netty's interface returns
    public Handle newHandle() {
        return new DelegatingHandle(all.newHandle()) {
            @Override
            public ByteBuf allocate(ByteBufAllocator memory) {
                int bytes = guess();
                return bytes <= SMALL_BYTES ? memory.heapBuffer(bytes) : super.allocate(memory);
            }
        };
    }
}

package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** Memory of buffers that the system, or a library of it, sends from and receives into. */
public final class WireMemory {
    private WireMemory() {}

    /** Returns a buffer's memory if it lies outside the heap and holds the elements as they travel; else null. */
    public static @Nullable MemorySegment of(DirectBuffer buffer) {
        boolean isWireForm = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                || buffer.type().elementBytes() == 1;
        return isWireForm ? buffer.nativeMemory() : null;
    }
}

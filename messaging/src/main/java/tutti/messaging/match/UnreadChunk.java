package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import tutti.serialization.DirectBuffer;

/**
 * A chunk of a message whose first bytes lie in memory, while the rest can be read straight to where it belongs.
 *
 * <p>Used by one thread.
 */
public interface UnreadChunk {
    /** Returns the first bytes: of the first chunk at least what precedes the elements of a buffer. */
    MemorySegment head();

    /** Returns the number of bytes of the chunk, with the first ones. */
    int length();

    /**
     * Reads the bytes that follow the first ones. Called once at most, or the other method is.
     *
     * @param memory of their number of bytes, outside the heap
     */
    void readRest(MemorySegment memory);

    /** Reads the bytes that follow the first ones into memory of the device, which the next chunk uses again. */
    MemorySegment readRest();

    /**
     * Reads the bytes that follow the first ones as elements of a buffer.
     *
     * @param position of the first of them in the wire form of the elements
     */
    default void readRest(DirectBuffer buffer, long position) {
        long bytes = length() - head().byteSize();
        MemorySegment memory = WireMemory.of(buffer);
        if (memory != null && memory.isAccessibleBy(Thread.currentThread())) {
            readRest(memory.asSlice(position, bytes));
        } else {
            buffer.putBytes(position, readRest(), 0, bytes);
        }
    }
}

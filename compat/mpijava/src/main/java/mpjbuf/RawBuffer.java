package mpjbuf;

import java.nio.ByteBuffer;

/** Memory for a {@link Buffer}. */
public class RawBuffer {
    private final ByteBuffer memory;

    RawBuffer(int capacity) {
        memory = ByteBuffer.allocate(capacity);
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Returns the number of bytes. */
    public int getCapacity() {
        return memory.capacity();
    }
}

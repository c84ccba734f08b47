package mpjbuf;

import java.nio.ByteBuffer;

/** Bytes that {@link mpi.Comm#Pack} fills and {@link mpi.Comm#Unpack} reads; may be sent as {@code MPI.PACKED}. */
public class Buffer {
    private final ByteBuffer bytes;
    private int size;

    /** Makes a buffer of so many bytes. */
    public Buffer(int capacity) {
        this(BufferFactory.create(capacity), 0, capacity);
    }

    /** Makes a buffer of a part of memory. */
    public Buffer(RawBuffer buffer, int offset, int capacity) {
        bytes = buffer.memory().slice(offset, capacity);
    }

    /** Returns the memory. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Returns how many bytes it may hold. */
    public int getCapacity() {
        return bytes.capacity();
    }

    /** Returns how many bytes were packed, or set. */
    public int getSize() {
        return size;
    }

    /** Sets how many bytes it holds. */
    public void setSize(int newSize) {
        size = newSize;
    }

    /** Does nothing: what was packed can be read. */
    public void commit() {}

    /** Forgets what was packed. */
    public void clear() {
        size = 0;
    }

    /** Does nothing: memory is freed as any object is. */
    public void free() {}
}

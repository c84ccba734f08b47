package mpjbuf;

/** Makes memory for buffers. */
public final class BufferFactory {
    private BufferFactory() {}

    /** Makes memory of so many bytes. */
    public static RawBuffer create(int capacity) {
        return new RawBuffer(capacity);
    }

    /** Does nothing: memory is freed as any object is. */
    public static void destroy(RawBuffer buffer) {}
}

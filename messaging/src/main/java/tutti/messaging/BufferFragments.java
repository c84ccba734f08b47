package tutti.messaging;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;

/** A message of a buffer's elements, piece by piece on its way into a ring. */
final class BufferFragments {
    private static final int CACHE_LINE_BYTES = 64;

    private final byte[] header;
    private final byte[] prefix;
    private final DirectBuffer data;
    private final Frame.MessageChunk first;
    private long written;

    /**
     * Prepares to write a message.
     *
     * @param prefix what precedes the elements in their encoding
     */
    BufferFragments(Frame.Key key, Label label, boolean receiptWanted, byte[] prefix, DirectBuffer data) {
        this.prefix = prefix;
        this.data = data;
        first = new Frame.MessageChunk(
                key, label, receiptWanted, prefix.length + data.lengthBytes(), 0, new Chunk(prefix, 0, prefix.length));
        header = FrameFormat.header(first);
    }

    byte[] header() {
        return header;
    }

    byte[] prefix() {
        return prefix;
    }

    DirectBuffer data() {
        return data;
    }

    long lengthBytes() {
        return prefix.length + data.lengthBytes();
    }

    /**
     * Returns the length of the next piece.
     *
     * <p>The first is a little shorter than the longest, so that the elements in all that follow begin at cache lines.
     */
    int nextLength() {
        long most =
                written == 0 ? prefix.length + RingLayout.FRAGMENT_BYTES - CACHE_LINE_BYTES : RingLayout.FRAGMENT_BYTES;
        return (int) Math.min(lengthBytes() - written, most);
    }

    /** Returns how many bytes of the message have been written. */
    long written() {
        return written;
    }

    boolean isDone() {
        return written == lengthBytes();
    }

    void advance(long bytes) {
        written += bytes;
    }

    /** Copies what has not been written, so that the caller may overwrite the buffer. */
    Queue<Frame> captureRest() {
        Queue<Frame> rest = new ArrayDeque<>();
        if (written == 0) {
            rest.add(first);
            advance(prefix.length);
        }
        while (!isDone()) {
            byte[] bytes = new byte[(int) Math.min(lengthBytes() - written, Chunk.MAX_BYTES)];
            data.getBytes(written - prefix.length, MemorySegment.ofArray(bytes), 0, bytes.length);
            Chunk chunk = new Chunk(bytes, 0, bytes.length);
            rest.add(new Frame.MessageChunk(
                    first.key(), first.label(), first.receiptWanted(), first.totalBytes(), written, chunk));
            advance(bytes.length);
        }
        return rest;
    }
}

package tutti.serialization;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tutti.serialization.memory.WireOrder;

/**
 * An input stream over encoded bytes that waits for chunks that have not arrived.
 *
 * <p>Not thread-safe; any number of readers may read the same bytes.
 */
public final class ChunkReader extends InputStream {
    private static final Chunk NOTHING = new Chunk(new byte[0], 0, 0);

    private final Encoded source;
    private long remaining;
    private int nextIndex;
    private Chunk current = NOTHING;
    private int position;

    /** Makes a reader that stands at the first byte. */
    public ChunkReader(Encoded source) {
        this.source = source;
        this.remaining = source.lengthBytes();
    }

    /** Returns how many bytes have not been read, arrived or not. */
    public long remaining() {
        return remaining;
    }

    @Override
    public int read() {
        if (remaining == 0) {
            return -1;
        }
        fill();
        remaining--;
        return current.array()[current.offset() + position++] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (remaining == 0) {
            return -1;
        }
        fill();
        int step = Math.min(length, current.length() - position);
        System.arraycopy(current.array(), current.offset() + position, bytes, offset, step);
        advance(step);
        return step;
    }

    /** Fills memory completely; the caller has checked that so many bytes remain. */
    public void readFully(MemorySegment target) {
        long filled = 0;
        while (filled < target.byteSize()) {
            fill();
            int step = (int) Math.min(target.byteSize() - filled, current.length() - position);
            MemorySegment.copy(
                    current.array(), current.offset() + position, target, ValueLayout.JAVA_BYTE, filled, step);
            advance(step);
            filled += step;
        }
    }

    /** Fills a buffer from its elements' wire form; the caller has checked that so many bytes remain. */
    public void readFully(DirectBuffer target) {
        long filled = 0;
        while (filled < target.lengthBytes()) {
            fill();
            int step = (int) Math.min(target.lengthBytes() - filled, current.length() - position);
            target.putBytes(filled, MemorySegment.ofArray(current.array()), current.offset() + position, step);
            advance(step);
            filled += step;
        }
    }

    /**
     * Returns the next bytes as they lie there, at least one and at most so many; the caller has checked that one
     * remains.
     */
    public Chunk next(int most) {
        fill();
        int step = Math.min(most, current.length() - position);
        Chunk stretch = current.slice(position, step);
        advance(step);
        return stretch;
    }

    /** Reads eight bytes, least significant first. */
    public long readLong() {
        if (remaining < Long.BYTES) {
            throw new SerializationException("bytes end inside a number: remaining=" + remaining);
        }
        if (current.length() - position >= Long.BYTES) {
            long whole = (long) WireOrder.LONGS.get(current.array(), current.offset() + position);
            advance(Long.BYTES);
            return whole;
        }
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (long) read() << shift;
        }
        return value;
    }

    /** Takes the next bytes as encoded bytes of their own, without copying; waits until they have arrived. */
    public Encoded slice(long lengthBytes) {
        if (lengthBytes < 0 || lengthBytes > remaining) {
            throw new SerializationException(
                    "part is longer than the message: part=%d remaining=%d; sender and receiver do not agree"
                            .formatted(lengthBytes, remaining));
        }
        List<Chunk> parts = new ArrayList<>();
        for (long left = lengthBytes; left > 0; ) {
            fill();
            int step = (int) Math.min(left, current.length() - position);
            parts.add(current.slice(position, step));
            advance(step);
            left -= step;
        }
        return Encoded.of(parts);
    }

    private void fill() {
        while (position == current.length()) {
            current = source.await(nextIndex++);
            position = 0;
        }
    }

    private void advance(int step) {
        position += step;
        remaining -= step;
    }
}

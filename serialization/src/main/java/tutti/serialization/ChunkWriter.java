package tutti.serialization;

import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tutti.serialization.memory.WireOrder;

/**
 * An output stream that gathers what is written in chunks, with no limit at 2 GiB.
 *
 * <p>The first chunk starts small and doubles, so that small objects cost little. Not thread-safe.
 */
public final class ChunkWriter extends OutputStream {
    private static final int FIRST_BYTES = 256;
    private static final int COPIED_BELOW_BYTES = 8 * 1024; // a chunk is a frame on the wire: small ones share one

    private final List<Chunk> full = new ArrayList<>();
    private byte[] current;
    private int position;

    /** Makes a writer that holds nothing. */
    public ChunkWriter() {
        this(FIRST_BYTES);
    }

    /** Makes a writer that expects about this many bytes. */
    public ChunkWriter(long expectedBytes) {
        current = new byte[(int) Math.clamp(expectedBytes, 1L, (long) Chunk.MAX_BYTES)];
    }

    @Override
    public void write(int value) {
        room();
        current[position++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        write(MemorySegment.ofArray(bytes), offset, length);
    }

    /** Writes a stretch of memory as it lies there. */
    public void write(MemorySegment source, long offset, long length) {
        long from = offset;
        long end = offset + length;
        while (from < end) {
            room();
            int step = (int) Math.min(end - from, current.length - position);
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, current, position, step);
            from += step;
            position += step;
        }
    }

    /** Writes a buffer's elements in their wire form. */
    public void write(DirectBuffer source) {
        long written = 0;
        while (written < source.lengthBytes()) {
            room();
            int step = (int) Math.min(source.lengthBytes() - written, current.length - position);
            source.getBytes(written, MemorySegment.ofArray(current), position, step);
            written += step;
            position += step;
        }
    }

    /** Writes eight bytes, least significant first. */
    public void writeLong(long value) {
        if (current.length - position >= Long.BYTES) {
            WireOrder.LONGS.set(current, position, value);
            position += Long.BYTES;
            return;
        }
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            write((int) (value >>> shift));
        }
    }

    /** Appends bytes that exist already; large chunks are not copied. */
    public void append(Encoded encoded) {
        encoded.forEach(chunk -> {
            if (chunk.length() < COPIED_BELOW_BYTES) {
                write(chunk.array(), chunk.offset(), chunk.length());
            } else {
                flushCurrent(FIRST_BYTES);
                full.add(chunk);
            }
        });
    }

    /** Returns what was written; the writer must not be used any more. */
    public Encoded finish() {
        if (position > 0 || full.isEmpty()) {
            full.add(new Chunk(current, 0, position));
        }
        return Encoded.of(full);
    }

    private void room() {
        if (position < current.length) {
            return;
        }
        if (current.length < Chunk.MAX_BYTES) {
            current = Arrays.copyOf(current, Math.min(2 * current.length, Chunk.MAX_BYTES));
        } else {
            flushCurrent(Chunk.MAX_BYTES);
        }
    }

    private void flushCurrent(int nextBytes) {
        if (position > 0) {
            full.add(new Chunk(current, 0, position));
            current = new byte[nextBytes];
            position = 0;
        }
    }
}

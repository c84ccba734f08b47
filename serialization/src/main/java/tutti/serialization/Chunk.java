package tutti.serialization;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A stretch of encoded bytes, the unit in which messages travel; by itself, an encoding that is complete.
 *
 * <p>The bytes are never written again once a chunk exists, so that any number of threads may read them.
 *
 * @param array the backing array, not copied
 * @param offset index of the first byte in the array
 * @param length number of bytes, at least 1 except in the only chunk of an empty payload
 */
@SuppressWarnings("ArrayRecordComponent") // chunks are never compared
public record Chunk(byte[] array, int offset, int length) implements ArrivedEncoding {

    /** Most bytes that one chunk holds: large enough to amortise a write, small enough to be pipelined. */
    public static final int MAX_BYTES = 256 * 1024;

    /** Checks that the stretch lies inside its array. */
    public Chunk {
        Objects.checkFromIndexSize(offset, length, array.length);
    }

    /**
     * Copies a stretch of the encoding of a buffer, which is a prefix and the elements.
     *
     * @param from number of bytes of the encoding before the stretch
     */
    public static Chunk copyOf(byte[] prefix, DirectBuffer elements, long from, int length) {
        byte[] bytes = new byte[length];
        int ofPrefix = Math.clamp(prefix.length - from, 0, length);
        if (ofPrefix > 0) {
            System.arraycopy(prefix, (int) from, bytes, 0, ofPrefix);
        }
        elements.getBytes(from + ofPrefix - prefix.length, MemorySegment.ofArray(bytes), ofPrefix, length - ofPrefix);
        return new Chunk(bytes, 0, length);
    }

    /** Returns the part of this chunk that starts at a position, without copying. */
    public Chunk slice(int from, int sliceLength) {
        Objects.checkFromIndexSize(from, sliceLength, length);
        return new Chunk(array, offset + from, sliceLength);
    }

    @Override
    public long lengthBytes() {
        return length;
    }

    @Override
    public Chunk poll(int index) {
        Objects.checkIndex(index, 1);
        return this;
    }
}

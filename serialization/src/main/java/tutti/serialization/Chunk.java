package tutti.serialization;

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

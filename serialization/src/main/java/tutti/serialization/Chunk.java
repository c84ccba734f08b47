package tutti.serialization;

/**
 * A stretch of encoded bytes, the unit in which messages travel.
 *
 * <p>The bytes are never written again once a chunk exists, so that any number of threads may read them.
 *
 * @param array the backing array, not copied
 * @param offset index of the first byte in the array
 * @param length number of bytes, at least 1 except in the only chunk of an empty payload
 */
@SuppressWarnings("ArrayRecordComponent") // chunks are never compared
public record Chunk(byte[] array, int offset, int length) {

    /** Most bytes that one chunk holds: large enough to amortise a write, small enough to be pipelined. */
    public static final int MAX_BYTES = 256 * 1024;

    /** Checks that the stretch lies inside its array. */
    public Chunk {
        java.util.Objects.checkFromIndexSize(offset, length, array.length);
    }

    /** Returns the part of this chunk that starts at a position, without copying. */
    public Chunk slice(int from, int sliceLength) {
        java.util.Objects.checkFromIndexSize(from, sliceLength, length);
        return new Chunk(array, offset + from, sliceLength);
    }
}

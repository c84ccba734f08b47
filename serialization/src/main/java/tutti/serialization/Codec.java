package tutti.serialization;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Turns objects into bytes and back, and captures objects for readers in the same JVM.
 *
 * <p>Implementations are thread-safe and behave alike in every process of a job.
 */
public interface Codec {

    /**
     * Encodes a value in at least one byte; what the caller changes in it afterwards does not show.
     *
     * @throws SerializationException if some object reachable from the value cannot be encoded
     */
    Encoded encode(@Nullable Object value);

    /**
     * Decodes bytes into a value that no other holds, waiting for bytes that have not arrived.
     *
     * @throws SerializationException if the bytes are malformed or a class is missing here
     */
    @Nullable
    Object decode(Encoded encoded);

    /**
     * Encodes a buffer's elements as an array of them would be encoded.
     *
     * @throws SerializationException if the codec does not encode arrays that long
     */
    default Encoded encodeBuffer(DirectBuffer buffer) {
        if (!buffer.fitsArray()) {
            throw new SerializationException(
                    "too long for this codec: buffer=%s codec=%s; send it in slices".formatted(buffer, getClass()));
        }
        return encode(buffer.toArray());
    }

    /**
     * Returns the bytes that precede a buffer's elements in {@link #encodeBuffer}, where only the elements' wire form
     * follows.
     *
     * <p>The same for all buffers of one type and length: callers keep it, and do not change it.
     *
     * @return null if this codec encodes arrays in another way
     */
    default byte @Nullable [] bufferPrefix(DirectBuffer buffer) {
        return null;
    }

    /**
     * Decodes an array into a buffer, waiting for bytes that have not arrived.
     *
     * @return null if the buffer has been filled, else what the bytes hold, such as {@code int[8]}, with nothing
     *     overwritten
     * @throws SerializationException if the bytes are malformed
     */
    default @Nullable String decodeInto(Encoded encoded, DirectBuffer target) {
        return target.fillFrom(decode(encoded));
    }

    /**
     * Returns the shape of the primitive array that bytes hold, without decoding it; waits for the first bytes.
     *
     * @return null if the bytes hold something else, or this codec does not know without decoding
     */
    default @Nullable ArrayShape arrayShape(Encoded encoded) {
        return null;
    }

    /**
     * Makes the array that bytes of another process hold, so that their elements can be written straight into it: it is
     * what {@link #decode} returns then, and its elements' wire form follows {@link #bufferPrefix}.
     *
     * @param lengthBytes number of all the bytes
     * @param beginning at least as many of the first bytes as a prefix has
     * @return a view of a new array; null if the bytes hold something else, or must be decoded for another reason
     */
    default @Nullable DirectBuffer newArrayFor(long lengthBytes, MemorySegment beginning) {
        return null;
    }

    /**
     * Takes a snapshot of a value: the value itself if it is immutable, else an independent deep copy.
     *
     * @throws SerializationException if some object reachable from the value cannot be copied
     */
    Snapshot snapshot(@Nullable Object value);

    /**
     * Returns the size that {@link #snapshot} gives for a value which never changes and holds no other objects, such as
     * an {@link Integer}, a {@link String} or null; -1 for all others. Costs next to nothing, and is always the same.
     */
    default long leafBytes(@Nullable Object value) {
        return -1;
    }

    /**
     * Returns what must be the same in every process of a job for them to understand each other.
     *
     * <p>Processes compare it when they join.
     */
    default String identity() {
        return getClass().getName();
    }

    /**
     * A value as it was at one moment.
     *
     * @param value the value, or a copy that no other holds
     * @param immutable whether the value may be shared by any number of readers
     * @param sizeBytes about how many bytes of memory it holds
     */
    record Snapshot(@Nullable Object value, boolean immutable, long sizeBytes) {}
}

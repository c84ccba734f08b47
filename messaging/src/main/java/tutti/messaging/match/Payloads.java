package tutti.messaging.match;

import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.inbound.ArrivingBytes;

/** Makes payloads of values and of buffers' elements: a buffer's is the payload that an array of the elements has. */
public final class Payloads {
    private final Codec codec;

    public Payloads(Codec codec) {
        this.codec = codec;
    }

    /**
     * Captures a value for members of this process only, or for any process.
     *
     * @throws tutti.serialization.SerializationException if the value cannot be captured
     */
    public Payload capture(@Nullable Object value, boolean readersAreHere) {
        return readersAreHere
                ? ObjectPayload.of(codec, codec.snapshot(value))
                : new BytesPayload(codec, codec.encode(value));
    }

    /** Captures a value for members of this process, or returns null for one that a {@link ValueMessage} holds. */
    @Nullable
    Payload captureUnlessHeld(@Nullable Object value) {
        return leafBytes(value) >= 0 ? null : ObjectPayload.of(codec, codec.snapshot(value));
    }

    /** Makes the payload of a message that arrives from elsewhere. */
    public Payload arriving(ArrivingBytes bytes) {
        return BytesPayload.arrived(codec, bytes);
    }

    /** Captures a buffer's elements, for members of this process only or for any process. */
    public Payload captureBuffer(DirectBuffer data, boolean readersAreHere) {
        return readersAreHere && data.fitsArray()
                ? ObjectPayload.of(codec, new Codec.Snapshot(data.toArray(), false, data.lengthBytes()))
                : new BytesPayload(codec, codec.encodeBuffer(data));
    }

    /**
     * Captures the type and the length of a buffer, without its elements, for members of other processes: one whose
     * buffer has another type or length can't take it for the elements.
     *
     * @return null if the codec encodes arrays in a way of its own
     */
    @Nullable
    public Payload captureShape(DirectBuffer data) {
        byte[] prefix = prefix(data);
        return prefix == null ? null : new BytesPayload(codec, new Chunk(prefix, 0, prefix.length));
    }

    /** Makes a payload of a value that is used nowhere else. */
    public Payload own(@Nullable Object value) {
        return ObjectPayload.of(codec, new Codec.Snapshot(value, false, 0));
    }

    /** Returns about how many bytes of memory a value takes that a {@link ValueMessage} holds, else -1. */
    long leafBytes(@Nullable Object value) {
        return codec.leafBytes(value);
    }

    /** Returns an independent copy of a value, or the value itself if it is immutable. */
    @Nullable
    public Object copy(@Nullable Object value) {
        return codec.snapshot(value).value();
    }

    /** Returns a payload of bytes and ends the caller's hold on the given one. */
    public Payload encode(Payload payload) {
        if (payload instanceof BytesPayload) {
            return payload;
        }
        Payload bytes = new BytesPayload(codec, payload.encoded());
        payload.release();
        return bytes;
    }

    /** Returns what precedes a buffer's elements in their encoding, or null if it is not made so. */
    public byte @Nullable [] prefix(DirectBuffer buffer) {
        return codec.bufferPrefix(buffer);
    }
}

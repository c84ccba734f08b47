package tutti.messaging.device;

import java.io.InputStream;
import tutti.messaging.match.Envelope;
import tutti.serialization.Chunk;

/**
 * What travels between processes in one piece: a chunk of a message, a notice, or a receipt.
 */
public sealed interface Frame {

    /**
     * A chunk of a message. Every chunk carries the whole header, so that chunks of several messages can alternate.
     *
     * @param totalBytes number of bytes of all chunks of the message
     * @param offset number of bytes in the chunks before this one
     */
    record MessageChunk(Envelope envelope, long totalBytes, long offset, Chunk chunk) implements Frame {}

    /** A notice; its text travels as a chunk of UTF-8. */
    record Control(Notice signal) implements Frame {}

    /**
     * A chunk of a message as gRPC hands it over: only the header has been read.
     *
     * @param head the chunk without its bytes
     * @param body the bytes, which can be read until gRPC's listener returns
     */
    record Arrived(MessageChunk head, InputStream body) implements Frame {}

    /**
     * A receipt, which travels against the frames.
     *
     * @param frames how many frames have arrived so far, over all connections of this direction of the pair
     */
    record Acknowledged(long frames) implements Frame {}

    /** Bytes that are no frame; they end the stream that they came in. */
    record Malformed(String reason) implements Frame {}
}

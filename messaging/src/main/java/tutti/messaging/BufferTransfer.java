package tutti.messaging;

import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;

/** Buffers in the form of payloads: each is the payload that an array of the buffer's elements has. */
final class BufferTransfer {
    private BufferTransfer() {}

    /** Captures the elements, for members of this process only or for any process. */
    static Payload capture(Codec codec, DirectBuffer data, boolean readersAreHere) {
        if (readersAreHere && data.fitsArray()) {
            return new ObjectPayload(codec, new Codec.Snapshot(data.toArray(), false, data.lengthBytes()));
        }
        return new BytesPayload(codec, codec.encodeBuffer(data));
    }

    /**
     * Ends the caller's hold on what was received, and fills a buffer with it.
     *
     * @throws BufferMismatchException if it does not fit; nothing has been overwritten then
     */
    static void fill(DirectBuffer target, Received received, Endpoint receiver) {
        String sent = received.payload().takeInto(target);
        if (sent != null) {
            throw BufferMismatchException.between(receiver, received.source(), sent, target);
        }
    }
}

package tutti.messaging.match;

import tutti.messaging.signature.CallSignature;

/**
 * A message as its receiver sees it.
 *
 * @param source rank of the sender
 * @param tag that the sender gave it
 * @param label what the sender was doing
 * @param payload what the message carries; the receiver holds it once
 */
public record ReceivedMessage(int source, int tag, CallSignature label, Payload payload) {

    public static ReceivedMessage of(Message message) {
        return new ReceivedMessage(message.source(), message.tag(), message.label(), message.payload());
    }

    /** Returns about how many bytes the message carries. */
    public long sizeBytes() {
        return payload.sizeBytes();
    }
}

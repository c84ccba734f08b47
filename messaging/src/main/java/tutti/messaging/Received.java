package tutti.messaging;

/**
 * A message as its receiver sees it.
 *
 * @param source rank of the sender
 * @param tag that the sender gave it
 * @param label what the sender was doing
 * @param payload what the message carries; the receiver holds it once
 */
public record Received(int source, int tag, Label label, Payload payload) {

    static Received of(Message message) {
        return new Received(message.source(), message.tag(), message.label(), message.payload());
    }

    /** Returns about how many bytes the message carries. */
    public long sizeBytes() {
        return payload.sizeBytes();
    }
}

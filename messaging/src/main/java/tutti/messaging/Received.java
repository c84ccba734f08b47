package tutti.messaging;

/**
 * A message as its receiver sees it.
 *
 * @param source rank of the sender
 * @param label what the sender was doing
 * @param payload what the message carries; the receiver holds it once
 */
public record Received(int source, Label label, Payload payload) {

    static Received of(Message message) {
        return new Received(message.source(), message.label(), message.payload());
    }
}

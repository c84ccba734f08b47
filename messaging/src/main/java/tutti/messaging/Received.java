package tutti.messaging;

/**
 * A message as its receiver sees it.
 *
 * @param label what the sender was doing
 * @param payload what the message carries; the receiver holds it once
 */
public record Received(Label label, Payload payload) {}

package tutti.messaging.match;

/**
 * What a receiver tells the sender of messages that it has taken.
 *
 * @param message the last one
 * @param takenBytes weight of all that it has taken from the sender in the context
 * @param isAwaited whether the sender waits until this message is taken
 */
public record Receipt(Envelope message, long takenBytes, boolean isAwaited) {}

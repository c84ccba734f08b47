package tutti.messaging.device;

/**
 * A device without connections of its own: it carries frames, and leaves it to a {@link ConnectionOwner} to find peers,
 * to prove who they are, and to notice their end.
 */
public interface WiredDevice extends Device, Wireup {}

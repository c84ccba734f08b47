package tutti.messaging.match;

import org.jspecify.annotations.Nullable;

/**
 * A message within this process that holds its value itself, which never changes and holds no other objects. So its
 * receiver reads no payload.
 */
final class ValueMessage extends Message {
    private final Payloads payloads;
    private final @Nullable Object value;

    /** Makes the message that an envelope announces. */
    ValueMessage(Envelope envelope, @Nullable Object value, Payloads payloads) {
        super(envelope, UNREAD);
        this.payloads = payloads;
        this.value = value;
    }

    @Override
    public Payload payload() {
        return payload(() -> payloads.capture(value, true));
    }

    @Override
    public @Nullable Object take() {
        return value;
    }

    @Override
    public void release() {} // no one else holds it

    @Override
    public long sizeBytes() {
        return payloads.leafBytes(value);
    }
}

package tutti.messaging.match;

import org.jspecify.annotations.Nullable;
import tutti.serialization.Codec;

/** A value that never changes: all takers get the same one, and its holders are not counted. */
final class ImmutablePayload extends ObjectPayload {

    ImmutablePayload(Codec codec, Codec.Snapshot snapshot) {
        super(codec, snapshot);
    }

    @Override
    public Payload share() {
        return this;
    }

    @Override
    public void release() {}

    @Override
    public @Nullable Object take() {
        return value();
    }
}

package tutti.messaging.match;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrayShape;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;

/** A value captured for readers in the same JVM. */
public abstract sealed class ObjectPayload extends Payload permits ImmutablePayload, SnapshotPayload {
    private final Codec codec;
    private final @Nullable Object value;
    private final long sizeBytes;
    private volatile @Nullable Encoded encoded;

    ObjectPayload(Codec codec, Codec.Snapshot snapshot) {
        this.codec = codec;
        value = snapshot.value();
        sizeBytes = snapshot.sizeBytes();
    }

    /** Returns the payload of a snapshot, which is the payload's from now on. */
    public static ObjectPayload of(Codec codec, Codec.Snapshot snapshot) {
        return snapshot.immutable() ? new ImmutablePayload(codec, snapshot) : new SnapshotPayload(codec, snapshot);
    }

    final @Nullable Object value() {
        return value;
    }

    final @Nullable Object copy() {
        return codec.snapshot(value).value();
    }

    @Override
    @Nullable
    public final String takeInto(DirectBuffer target) {
        String mismatch = target.fillFrom(value);
        release();
        return mismatch;
    }

    @Override
    public final List<Payload> takeParts() {
        throw new IllegalStateException("payload is no bundle");
    }

    @Override
    public final Encoded encoded() {
        Encoded bytes = encoded;
        if (bytes == null) {
            synchronized (this) {
                bytes = encoded;
                if (bytes == null) {
                    bytes = codec.encode(value);
                    encoded = bytes;
                }
            }
        }
        return bytes;
    }

    @Override
    public final @Nullable ArrayShape arrayShape() {
        return ArrayShape.of(value);
    }

    @Override
    public final long sizeBytes() {
        return sizeBytes;
    }
}

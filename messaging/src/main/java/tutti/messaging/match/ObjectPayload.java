package tutti.messaging.match;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;

/**
 * A value captured for readers in the same JVM.
 *
 * <p>A taker copies the snapshot, and the last holder takes the snapshot itself: whoever copies or encodes still holds it
 * meanwhile, so nobody reads a snapshot that has got an owner.
 */
public final class ObjectPayload extends Payload {
    private final Codec codec;
    private final Codec.Snapshot snapshot;
    private final AtomicInteger holders = new AtomicInteger(1);
    private volatile @Nullable Encoded encoded;

    public ObjectPayload(Codec codec, Codec.Snapshot snapshot) {
        this.codec = codec;
        this.snapshot = snapshot;
    }

    @Override
    public Payload share() {
        holders.incrementAndGet();
        return this;
    }

    @Override
    public void release() {
        holders.decrementAndGet();
    }

    @Override
    public @Nullable Object take() {
        if (snapshot.immutable() || holders.get() == 1) {
            release();
            return snapshot.value();
        }
        Object copy = codec.snapshot(snapshot.value()).value();
        release();
        return copy;
    }

    @Override
    @Nullable
    public String takeInto(DirectBuffer target) {
        String mismatch = target.fillFrom(snapshot.value());
        release();
        return mismatch;
    }

    @Override
    public List<Payload> takeParts() {
        throw new IllegalStateException("payload is no bundle");
    }

    @Override
    public Encoded encoded() {
        Encoded bytes = encoded;
        if (bytes == null) {
            synchronized (this) {
                bytes = encoded;
                if (bytes == null) {
                    bytes = codec.encode(snapshot.value());
                    encoded = bytes;
                }
            }
        }
        return bytes;
    }

    @Override
    public long sizeBytes() {
        return snapshot.sizeBytes();
    }
}
